"""What left the car: mails and phone calls."""

from pydantic import Field

from simulator.vehicle.quantities import Part


class Outbox(Part):
    """Addresses and numbers in the order they were used."""

    email_addresses_sent_mail_to: list[str] = Field(default_factory=list)
    phone_numbers_called: list[str] = Field(default_factory=list)
