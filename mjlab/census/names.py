"""Names of fan and forms as a person writes them, with near ones told when there is none."""

from mjlab.api.efficiency_forms import FORMS_ZH, form_named
from mjlab.rules.table import fan_named

__all__ = ["FORMS_ZH", "fan_named", "form_named"]
