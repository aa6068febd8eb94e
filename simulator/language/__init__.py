"""Korean and English as they are written and spoken: Hangul, numbers, particles, normal forms, alignment."""
