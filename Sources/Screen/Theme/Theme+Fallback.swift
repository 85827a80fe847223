extension Theme {
  /// The colors of the shipped dark theme; a test compares them with its file.
  static let fallbackValues: [String: RGB?] = [
    "main_bg": RGB?.none, "main_fg": RGB(0xD4_D8E0), "title": RGB(0xF2_F4F8), "graph_text": RGB(0x90_97A3),
    "inactive_fg": RGB(0x6F_7683), "hi_fg": RGB(0x5F_B0D8), "selected_bg": RGB(0x26_2B38),
    "selected_fg": RGB(0xF2_F4F8), "proc_misc": RGB(0x5F_B0D8), "meter_bg": RGB(0x23_272F),
    "cpu_box": RGB(0x4A_505C), "mem_box": RGB(0x4A_505C), "net_box": RGB(0x4A_505C), "proc_box": RGB(0x4A_505C),
    "div_line": RGB(0x4A_505C), "temp_start": RGB(0x8A_C56C), "temp_mid": RGB(0xE5_B445),
    "temp_end": RGB(0xE8_664F), "cpu_start": RGB(0x5F_B0D8), "cpu_mid": RGB(0x4F_C3B0), "cpu_end": RGB(0x8A_C56C),
    "free_start": RGB(0xE8_664F), "free_mid": RGB(0xE5_B445), "free_end": RGB(0x8A_C56C),
    "used_start": RGB(0x8A_C56C), "used_mid": RGB(0xE5_B445), "used_end": RGB(0xE8_664F),
    "cached_start": RGB(0x3F_7EA6), "cached_mid": RGB(0x4F_C3B0), "cached_end": RGB(0x8F_DCCB),
    "available_start": RGB(0xB0_7F2C), "available_mid": RGB(0xE5_B445), "available_end": RGB(0xF3_D58B),
    "download_start": RGB(0x4D_7FC4), "download_mid": RGB(0x86_A6EC), "download_end": RGB(0xB9_CDF7),
    "upload_start": RGB(0x7F_63C0), "upload_mid": RGB(0xB3_94EA), "upload_end": RGB(0xD6_C4F6),
    "process_start": RGB(0x8A_C56C), "process_mid": RGB(0xE5_B445), "process_end": RGB(0xE8_664F),
    "bgtop_page": RGB(0x14_161B), "bgtop_secondary": RGB(0x90_97A3), "bgtop_good": RGB(0x8A_C56C),
    "bgtop_warning": RGB(0xE5_B445), "bgtop_bad": RGB(0xE8_664F), "bgtop_info": RGB(0x5F_B0D8),
    "bgtop_unknown": RGB(0x86_8D9A), "bgtop_refresh": RGB(0x4F_C3B0), "bgtop_processing": RGB(0x5F_B0D8),
    "bgtop_continued": RGB(0xB3_94EA), "bgtop_push": RGB(0xE7_9BC4), "bgtop_transfer": RGB(0x86_A6EC),
    "bgtop_now": RGB(0xF2_F4F8), "bgtop_badge_fg": RGB(0x14_161B), "bgtop_badge_live": RGB(0x8A_C56C),
    "bgtop_badge_paused": RGB(0xE5_B445), "bgtop_badge_past": RGB(0xB3_94EA), "bgtop_badge_replay": RGB(0x5F_B0D8),
    "bgtop_key_fg": RGB(0x14_161B), "bgtop_key_bg": RGB(0x5F_B0D8), "bgtop_why_box": RGB(0x4A_505C),
    "bgtop_timeline_box": RGB(0x4A_505C),
  ]
}
