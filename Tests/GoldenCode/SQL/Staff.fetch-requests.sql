-- contractsOver: Contract where sumPlanned > $SUM AND owner.department.name == $DEPARTMENT
--   ?1 = $SUM (Decimal)
--   ?2 = $DEPARTMENT (String)
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 JOIN ZEMPLOYEE t1 ON t0.ZOWNER = t1.Z_PK JOIN ZDEPARTMENT t2 ON t1.ZDEPARTMENT = t2.Z_PK WHERE ( t0.ZSUMPLANNED > ? AND  t2.ZNAME = ?);

-- freelancers: Employee where kind == "freelance"
--   ?1 = "freelance"
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZHIREDON, t0.ZKIND, t0.ZNAME, t0.ZSALARY, t0.ZDEPARTMENT, t0.ZMANAGER FROM ZEMPLOYEE t0 WHERE  t0.ZKIND = ?;

-- managers: Employee where reports.@count > 0
--   ?1 = 0
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZHIREDON, t0.ZKIND, t0.ZNAME, t0.ZSALARY, t0.ZDEPARTMENT, t0.ZMANAGER FROM ZEMPLOYEE t0 WHERE (SELECT COUNT(t1.Z_PK) FROM ZEMPLOYEE t1 WHERE (t0.Z_PK = t1.ZMANAGER) ) > ?;

-- teamOf: Employee where manager == $MANAGER
--   ?1 = $MANAGER (object of Employee)
SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZHIREDON, t0.ZKIND, t0.ZNAME, t0.ZSALARY, t0.ZDEPARTMENT, t0.ZMANAGER FROM ZEMPLOYEE t0 WHERE  t0.ZMANAGER = ?;
