"""The traction battery and how it charges."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from simulator.vehicle.quantities import Part

ChargingCurve = dict[str, list[float]]

# The reference spells the key of the thresholds this way; states must stay comparable.
THRESHOLDS = "soc_tresholds"
POWERS = "power_percentages"


def _curve() -> ChargingCurve:
    return {
        THRESHOLDS: [5, 10, 20, 50, 70, 80, 90, 95, 100],
        POWERS: [60, 90, 100, 100, 100, 90, 70, 40, 20],
    }


class Battery(Part):
    """Capacity in kWh (gross), usable share and charge in percent, power limits in kW, consumption in kWh/100 km.

    Fixed for the assistant. Source: CAR-bench fixed context, 7 of its 12 variables.
    """

    battery_capacity_kwh: Annotated[float, Field(ge=60, le=100)] = 80
    useable_battery_percentage: Annotated[float, Field(ge=90, le=100)] = 95
    max_charging_power_ac: Literal[11, 22] = 11
    max_charging_power_dc: Literal[150, 200, 250, 268, 300, 350, 1000] = 250
    energy_consumption: Annotated[float, Field(ge=10, le=20)] = 15
    charging_curve_parameters: ChargingCurve = Field(default_factory=_curve)
    state_of_charge: Annotated[float, Field(ge=10, le=100)] = 10

    @model_validator(mode="after")
    def _curve_is_complete(self) -> "Battery":
        curve = self.charging_curve_parameters
        if set(curve) != {THRESHOLDS, POWERS} or len(curve[THRESHOLDS]) != len(curve[POWERS]):
            raise ValueError(f"charging_curve_parameters needs {THRESHOLDS} and {POWERS} of equal length")
        return self

    @property
    def usable_kwh(self) -> float:
        """The energy between 0 and 100 percent in kWh."""
        return self.battery_capacity_kwh * self.useable_battery_percentage / 100

    def charging_power_kw(self, state_of_charge: float, plug_kw: float, power_type: str) -> float:
        """Return the power at this charge in kW, limited by car, plug and charging curve.

        Source: CAR-bench charging simulation: the first threshold not below the charge decides.
        """
        limit = self.max_charging_power_ac if power_type == "AC" else self.max_charging_power_dc
        peak_kw = min(float(limit), plug_kw)
        curve = self.charging_curve_parameters
        for threshold, share in zip(curve[THRESHOLDS], curve[POWERS], strict=True):
            if state_of_charge <= threshold:
                return peak_kw * share / 100
        return 0.0


class Charging(Part):
    """The charging session at hand; outside the reference's view. The limit is in percent of charge."""

    plugged_in: bool = False
    charging: bool = False
    plug_power_type: Literal["AC", "DC"] = "AC"
    plug_power_kw: Annotated[float, Field(ge=0, le=1000)] = 0
    charge_limit_percent: Annotated[int, Field(ge=50, le=100)] = 80


def charge(battery: Battery, charging: Charging, duration_ms: int) -> float:
    """Return the state of charge in percent after `duration_ms` of charging, never beyond the limit.

    Steps of at most one minute follow the curve, as the reference's minute simulation does.
    """
    level = battery.state_of_charge
    limit = float(charging.charge_limit_percent)
    remaining_ms = duration_ms
    while remaining_ms > 0 and level < limit:
        step_ms = min(remaining_ms, 60_000)
        power_kw = battery.charging_power_kw(level, charging.plug_power_kw, charging.plug_power_type)
        if power_kw <= 0:
            break
        level += power_kw * (step_ms / 3_600_000) / battery.usable_kwh * 100
        remaining_ms -= step_ms
    return level if level < limit else max(limit, battery.state_of_charge)
