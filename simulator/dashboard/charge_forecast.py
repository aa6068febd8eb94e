"""How a charging session goes on if nothing changes."""

import math

from simulator.vehicle.battery import THRESHOLDS, Battery, Charging


def power_kw(battery: Battery, charging: Charging, percent: float) -> float:
    """Return the power at a charge in kW at the plug that is in, or else at the best one the car can use."""
    if charging.plugged_in:
        return battery.charging_power_kw(percent, charging.plug_power_kw, charging.plug_power_type)
    return battery.charging_power_kw(percent, math.inf, "DC")


def minutes_to_limit(battery: Battery, charging: Charging) -> int | None:
    """Return the whole minutes until the limit is reached at the plug that is in; None when it never is.

    The same course as that of `charge`, a section of the curve at a time instead of a minute at a time.
    """
    level, limit, minutes = battery.state_of_charge, float(charging.charge_limit_percent), 0
    for threshold in battery.charging_curve_parameters[THRESHOLDS]:
        if level >= limit:
            break
        if level > threshold:
            continue
        kw = battery.charging_power_kw(level, charging.plug_power_kw, charging.plug_power_type)
        if kw <= 0:
            return None
        gain = kw / 60 / battery.usable_kwh * 100
        # At a threshold itself the section's power still holds, at the limit charging is over.
        needed = math.ceil((limit - level) / gain) if limit <= threshold else math.floor((threshold - level) / gain) + 1
        level += gain * needed
        minutes += needed
    return minutes if level >= limit else None
