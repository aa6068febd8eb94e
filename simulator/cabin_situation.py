"""What the car is doing at a moment, as far as it can be heard inside."""

from simulator.channel import CabinSituation
from simulator.environment import Environment

_FASTEST_FAN = 5
_RAIN = {"rain": 0.6, "thunderstorm": 1.0, "hail": 1.0}


def cabin_situation(environment: Environment) -> CabinSituation:
    """Return speed, openings, fan and rain of the environment as it is now."""
    state = environment.state
    openings = state.openings
    positions = (
        openings.window_driver_position,
        openings.window_passenger_position,
        openings.window_driver_rear_position,
        openings.window_passenger_rear_position,
        openings.sunroof_position,
    )
    return CabinSituation(
        speed_kmh=state.motion.speed_kph,
        windows=sum(positions) / 100,
        fan=state.climate.fan_speed / _FASTEST_FAN,
        rain=_rain(environment),
    )


def _rain(environment: Environment) -> float:
    return max((share for word, share in _RAIN.items() if word in _weather(environment)), default=0.0)


def _weather(environment: Environment) -> str:
    happening = environment.state.happening.outside_weather
    if happening:
        return happening
    now = environment.clock.now
    slots = environment.world.weather(environment.state.surroundings.current_location.id) or ()
    hour = now.hour + now.minute / 60
    return next((slot.condition for slot in slots if slot.start_hour <= hour < slot.end_hour), "")
