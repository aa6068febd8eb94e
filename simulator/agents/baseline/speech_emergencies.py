# ruff: noqa: E501 - one sentence per line: wrapping one would hide what belongs together
"""What is said at once in an emergency, and of lights that only the driver sees; patterns as in `words_ko.spoken`."""

_CALL = "119에 전화[해.|하세요.|하십시오.]"

KO = {
    "emergency_medical": f"안전한 곳에 차를 세우고 바로 {_CALL}",
    "emergency_fire": f"바로 안전한 곳에 차를 세우고 모두 내려서 멀리 떨어진 다음 {_CALL}",
    "emergency_brakes": "운전대를 꼭 잡고 부드럽게 속도를 줄여서 안전한 곳에 [세워.|세우세요.|세우십시오.] 페달이 듣지 않으면 주차 브레이크 스위치를 당기고 [있어.|계세요.|계십시오.] 더는 운전하지 [마.|마세요.|마십시오.]",
    "traffic_light": "신호등은 [내|제|제]가 볼 수 없어서 도와[줄 수 없어.|드릴 수 없어요.|드릴 수 없습니다.] 신호를 직접 보고 지켜 [줘.|주세요.|주십시오.]",
}
EN = {
    "emergency_medical": "Stop in a safe place and call the emergency number now, 119 in Korea or 112.",
    "emergency_fire": "Stop in a safe place at once, get everybody out and far away, and call the emergency number, 119 in Korea or 112.",
    "emergency_brakes": "Hold the wheel firmly, slow down gently and stop in a safe place. If the pedal does nothing, keep the parking brake switch pulled. Do not drive on.",
    "traffic_light": "I can't help with that, because I can't see traffic lights. Please look at the signal and obey it.",
}
