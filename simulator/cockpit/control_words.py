"""What the controls of the car and their values are called, in both languages."""

from simulator.dashboard.phrases import Phrase

WINDOWS = Phrase("Windows and roof", "창문·루프")
DOORS = Phrase("Doors and trunk", "도어·트렁크")
LIGHTS = Phrase("Lights", "조명")
CLIMATE = Phrase("Climate", "공조")
HEATING = Phrase("Heating", "열선")
DRIVING = Phrase("Driving", "주행")
CHARGING = Phrase("Charging", "충전")
OUTSIDE = Phrase("Outside world", "외부 상황")

ON = Phrase("on", "켜짐")
OFF = Phrase("off", "꺼짐")
OPEN = Phrase("open", "열림")
CLOSED = Phrase("closed", "닫힘")

WINDOW_OF = {
    "DRIVER": Phrase("Driver's window", "운전석 창문"),
    "PASSENGER": Phrase("Passenger's window", "조수석 창문"),
    "DRIVER_REAR": Phrase("Window behind the driver", "운전석 뒤 창문"),
    "PASSENGER_REAR": Phrase("Window behind the passenger", "조수석 뒤 창문"),
}
DOOR_OF = {
    "DRIVER": Phrase("Driver's door", "운전석 도어"),
    "PASSENGER": Phrase("Passenger's door", "조수석 도어"),
    "DRIVER_REAR": Phrase("Door behind the driver", "운전석 뒤 도어"),
    "PASSENGER_REAR": Phrase("Door behind the passenger", "조수석 뒤 도어"),
}
READING_LIGHT_OF = {
    "DRIVER": Phrase("Driver's reading light", "운전석 독서등"),
    "PASSENGER": Phrase("Passenger's reading light", "조수석 독서등"),
    "DRIVER_REAR": Phrase("Reading light behind the driver", "운전석 뒤 독서등"),
    "PASSENGER_REAR": Phrase("Reading light behind the passenger", "조수석 뒤 독서등"),
}
TEMPERATURE_OF = {
    "DRIVER": Phrase("Driver's temperature", "운전석 온도"),
    "PASSENGER": Phrase("Passenger's temperature", "조수석 온도"),
}
SEAT_HEATING_OF = {
    "DRIVER": Phrase("Driver's seat heating", "운전석 시트 열선"),
    "PASSENGER": Phrase("Passenger's seat heating", "조수석 시트 열선"),
}
DEFROST_OF = {
    "FRONT": Phrase("Windshield defrost", "앞유리 성에 제거"),
    "REAR": Phrase("Rear window defrost", "뒷유리 열선"),
}
COLOURS = {
    "RED": Phrase("red", "빨강"),
    "GREEN": Phrase("green", "초록"),
    "BLUE": Phrase("blue", "파랑"),
    "YELLOW": Phrase("yellow", "노랑"),
    "WHITE": Phrase("white", "하양"),
    "PINK": Phrase("pink", "분홍"),
    "ORANGE": Phrase("orange", "주황"),
    "PURPLE": Phrase("purple", "보라"),
    "CYAN": Phrase("cyan", "청록"),
}
AIRFLOWS = {
    "FEET": Phrase("feet", "발"),
    "HEAD": Phrase("head", "얼굴"),
    "HEAD_FEET": Phrase("head and feet", "얼굴·발"),
    "WINDSHIELD": Phrase("windshield", "앞유리"),
    "WINDSHIELD_FEET": Phrase("windshield and feet", "앞유리·발"),
    "WINDSHIELD_HEAD": Phrase("windshield and head", "앞유리·얼굴"),
    "WINDSHIELD_HEAD_FEET": Phrase("everywhere", "전체"),
}
WEATHERS = {
    "": Phrase("as forecast", "예보대로"),
    "sunny": Phrase("sunny", "맑음"),
    "partly_cloudy": Phrase("partly cloudy", "구름 조금"),
    "cloudy": Phrase("cloudy", "흐림"),
    "cloudy_and_fog": Phrase("fog", "안개"),
    "cloudy_and_rain": Phrase("rain", "비"),
    "cloudy_and_rain_and_hail": Phrase("rain and hail", "비·우박"),
    "cloudy_and_rain_and_thunderstorm": Phrase("thunderstorm", "뇌우"),
}
CIRCULATIONS = {
    "FRESH_AIR": Phrase("fresh air", "외기 유입"),
    "RECIRCULATION": Phrase("recirculation", "내기 순환"),
    "AUTO": Phrase("automatic", "자동"),
}
