-- bestDays: JournalEntry where rating >= 4 AND location == $LOCATION
--   ?1 = 4
--   ?2 = $LOCATION (String)
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATE, t0.ZHEIGHT, t0.ZLOCATION, t0.ZPERIOD, t0.ZPHOTO, t0.ZRATING, t0.ZWATERTEMPERATURE, t0.ZWIND FROM ZJOURNALENTRY t0 WHERE ( t0.ZRATING >= ? AND  t0.ZLOCATION = ?);

-- windless: JournalEntry where wind == nil OR wind BEGINSWITH[c] "no"
--   ?1 = "no"
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATE, t0.ZHEIGHT, t0.ZLOCATION, t0.ZPERIOD, t0.ZPHOTO, t0.ZRATING, t0.ZWATERTEMPERATURE, t0.ZWIND FROM ZJOURNALENTRY t0 WHERE ( t0.ZWIND IS NULL OR  NSCoreDataStringSearch( t0.ZWIND, ?, 265, 1));
