"""What tests share: hands and games made at random, naive twins, peers, memory."""
