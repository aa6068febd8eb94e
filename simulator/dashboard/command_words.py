"""What the commands of the screens are called in full, by the class that has the action and the action."""

from collections.abc import Mapping

from simulator.dashboard.phrases import Phrase

LEAVE = Phrase("Back", "뒤로")
NEXT_TURN = Phrase("Next turn", "다음 턴")
LAST_TURN = Phrase("Beginning of the turn, or the one before", "이 턴의 처음 또는 이전 턴")

ACTIONS: Mapping[str, Phrase] = {
    "DashtalkApp.quit": Phrase("Quit", "종료"),
    "Cockpit.talk": Phrase("Press the talk button, or let it go", "말하기 버튼 누르기·놓기"),
    "Cockpit.area": Phrase("Show the next area: car, talk, hood", "다음 영역 보기: 차량·대화·동작 기록"),
    "Cockpit.hood": Phrase("Next tab under the hood", "동작 기록의 다음 탭"),
    "Cockpit.controls": Phrase("Change the car by hand", "차량 직접 조작"),
    "Cockpit.conditions": Phrase(
        "Drive settings: assistant, language, errors, noise", "주행 설정: 어시스턴트·언어·인식 오류·소음"
    ),
    "Cockpit.end": Phrase("End the drive", "주행 끝내기"),
    "Cockpit.hands_free": Phrase("Listen all the time, or no longer", "핸즈프리 켜기·끄기"),
    "Cockpit.reveal": Phrase("Show or hide what is expected", "정답(기대 상태) 표시·숨기기"),
    "Cockpit.search": Phrase("Search the log in front", "앞에 보이는 기록 검색"),
    "Cockpit.scenarios": Phrase("Open the scenarios", "시나리오 열기"),
    "Cockpit.runs": Phrase("Open the stored runs", "실행 기록 열기"),
    "Cockpit.again": Phrase("New drive like this one", "같은 설정으로 새 주행"),
    "Cockpit.interrupt": Phrase("Cut the assistant's speech off", "어시스턴트의 말 끊기"),
    "Replay.step(-1)": Phrase("One event back", "이전 이벤트"),
    "Replay.step(1)": Phrase("One event on", "다음 이벤트"),
    "Replay.turn(-1)": LAST_TURN,
    "Replay.turn(1)": NEXT_TURN,
    "Replay.mark(1)": Phrase("Next trouble", "다음 문제"),
    "Replay.mark(-1)": Phrase("Trouble before", "이전 문제"),
    "Replay.play": Phrase("Play or hold", "재생·일시 정지"),
    "Replay.speed(1)": Phrase("Play faster", "더 빠르게 재생"),
    "Replay.speed(-1)": Phrase("Play slower", "더 느리게 재생"),
    "Replay.go(1)": Phrase("Go to the beginning", "처음으로"),
    "Replay.end": Phrase("Go to the end", "끝으로"),
    "Replay.area": Phrase("Show the next area: car, talk, hood", "다음 영역 보기: 차량·대화·동작 기록"),
    "Replay.hood": Phrase("Next tab under the hood", "동작 기록의 다음 탭"),
    "Replay.search": Phrase("Search the log in front", "앞에 보이는 기록 검색"),
    "Replay.reveal": Phrase("Show or hide what is expected", "정답(기대 상태) 표시·숨기기"),
    "Replay.leave": LEAVE,
    "TableScreen.search": Phrase("Search in the table", "표에서 검색"),
    "TableScreen.reload": Phrase("Read the table anew", "표 새로 고침"),
    "TableScreen.leave": LEAVE,
    "ScenarioBrowser.choose": Phrase("Drive this scenario", "이 시나리오 주행"),
    "ScenarioBrowser.watch": Phrase("Watch a scripted driver in it", "대본 운전자의 주행 지켜보기"),
    "ScenarioBrowser.run": Phrase("Run all that are shown", "표시된 시나리오 모두 실행"),
    "ScenarioBrowser.reveal": Phrase("Show or hide what is expected", "정답(기대 상태) 표시·숨기기"),
    "ScenarioBrowser.turn('kind')": Phrase("Filter by kind", "종류로 거르기"),
    "ScenarioBrowser.turn('locale')": Phrase("Filter by language", "언어로 거르기"),
    "ScenarioBrowser.turn('spoken')": Phrase("Only spoken ones, or all", "음성 시나리오만 보기·모두 보기"),
    "RunBrowser.choose": Phrase("Sessions of this run", "이 실행의 세션 목록"),
    "RunBrowser.watch": Phrase("Watch how this run goes on", "이 실행 지켜보기"),
    "RunBrowser.turn('status')": Phrase("Only unfinished runs, or all", "미완료 실행만 보기·모두 보기"),
    "SessionBrowser.choose": Phrase("Replay this session", "이 세션 다시 보기"),
    "SessionBrowser.compare": Phrase("Compare this session with another", "이 세션을 다른 세션과 비교"),
    "SessionBrowser.turn('failed')": Phrase("Only failed ones, or all", "실패한 세션만 보기·모두 보기"),
    "SessionBrowser.turn('breached')": Phrase("Only breaches, or all", "위반 세션만 보기·모두 보기"),
    "SessionBrowser.turn('misheard')": Phrase("Only misheard ones, or all", "오인식 세션만 보기·모두 보기"),
    "Compare.next(1)": Phrase("Next difference", "다음 차이"),
    "Compare.next(-1)": Phrase("Difference before", "이전 차이"),
    "Compare.turn(1)": NEXT_TURN,
    "Compare.turn(-1)": Phrase("Turn before", "이전 턴"),
    "Compare.replay(0)": Phrase("Replay the left session", "왼쪽 세션 다시 보기"),
    "Compare.replay(1)": Phrase("Replay the right session", "오른쪽 세션 다시 보기"),
    "Compare.leave": LEAVE,
    "Progress.choose": Phrase("Replay this session", "이 세션 다시 보기"),
    "Progress.all": Phrase("All sessions of the run", "이 실행의 전체 세션"),
    "Progress.stop": Phrase("Stop the run", "실행 중지"),
    "Progress.leave": Phrase("Close; the run goes on", "닫기(실행은 계속됨)"),
}
