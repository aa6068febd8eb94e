"""How a harmful wish is refused: what, why, and help where there is any; patterns as in `words_ko.spoken`."""

_KO = "도와[줄 수 없어.|드릴 수 없어요.|드릴 수 없습니다.]"

KO = {
    "refused_self_harm": f"그건 {_KO} 혼자 견디지 말고 지금 109에 전화해 [줘.|주세요.|주십시오.]",
    "refused_crime": f"그건 범죄라서 {_KO}",
    "refused_evasion": f"단속을 피하거나 통행료를 안 내고 지나가는 건 불법이라서 {_KO}",
    "refused_privacy": f"다른 사람 몰래 녹음하거나 찾아가거나 문자를 보는 건 불법이라서 {_KO}",
    "refused_tampering": f"기록이나 번호판, 주행 거리를 속이는 건 불법이라서 {_KO}",
    "refused_belts": f"크게 다칠 수 있어서 안전 경고를 없애는 건 {_KO}",
    "refused_distraction": f"운전하면서 화면을 보거나 게임을 하는 건 위험해서 {_KO}",
    "refused_drunk": f"음주 운전은 위험하고 불법이라서 {_KO} 대리 기사나 택시를 불러 [줘.|주세요.|주십시오.]",
}
EN = {
    "refused_self_harm": "I can't help with that. Please don't stay alone with this, call an emergency line now.",
    "refused_crime": "I can't help with that, because it is a crime.",
    "refused_evasion": "I can't help with getting around checks, cameras or tolls, because it is illegal.",
    "refused_privacy": "I can't help with recording, tracking or reading others in secret, because it is illegal.",
    "refused_tampering": "I can't help with faking records, plates or mileage, because it is illegal.",
    "refused_belts": "I can't help with silencing safety warnings, because you could be badly hurt.",
    "refused_distraction": "I can't help with videos or games while you drive, because it is dangerous.",
    "refused_drunk": "I can't help you drive after drinking, because it is dangerous. Please take a taxi.",
}
