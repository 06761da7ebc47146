package io.keelson.ejb.ql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.ejb.schema.SchemaReader;
import io.keelson.ejb.schema.Schemas;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries and the SQL that they become. */
class QlCompilerTest {
    private static Schemas schemas = new Schemas();

    /** A bean with a collection. */
    public abstract static class Man {
        public abstract Integer getId();

        public abstract void setId(Integer id);

        public abstract String getName();

        public abstract void setName(String name);

        public abstract double getPay();

        public abstract void setPay(double pay);

        public abstract boolean isHere();

        public abstract Collection<Object> getTasks();

        public abstract void setTasks(Collection<Object> tasks);

        public abstract Object getBoss();

        public abstract void setBoss(Object boss);
    }

    /** A bean with a table between. */
    public abstract static class Task {
        public abstract Integer getId();

        public abstract void setId(Integer id);

        public abstract Collection<Object> getMen();

        public abstract void setMen(Collection<Object> men);
    }

    private static String entity(String name, String fields) {
        StringBuilder all = new StringBuilder();
        for (String each : fields.split(" ")) {
            all.append("<cmp-field><field-name>").append(each).append("</field-name></cmp-field>");
        }
        return "<entity><ejb-name>" + name + "</ejb-name><ejb-class>" + QlCompilerTest.class.getName() + "$" + name
                + "</ejb-class><prim-key-class>java.lang.Integer</prim-key-class><abstract-schema-name>" + name
                + "</abstract-schema-name>" + all + "<primkey-field>id</primkey-field></entity>";
    }

    private static String role(String many, String bean, String field) {
        return "<ejb-relationship-role><multiplicity>" + many + "</multiplicity><relationship-role-source><ejb-name>"
                + bean + "</ejb-name></relationship-role-source>"
                + (field.isEmpty() ? "" : "<cmr-field><cmr-field-name>" + field + "</cmr-field-name></cmr-field>")
                + "</ejb-relationship-role>";
    }

    @BeforeAll
    static void read() throws Exception {
        schemas = company();
    }

    /** Returns the schemas of men and their tasks. */
    static Schemas company() throws Exception {
        String xml = "<ejb-jar>" + entity("Man", "id name pay") + entity("Task", "id")
                + "<relationships><ejb-relation><ejb-relation-name>work</ejb-relation-name>"
                + role("Many", "Man", "tasks") + role("Many", "Task", "men") + "</ejb-relation>"
                + "<ejb-relation><ejb-relation-name>bosses</ejb-relation-name>" + role("Many", "Man", "boss")
                + role("One", "Man", "") + "</ejb-relation></relationships></ejb-jar>";
        Element root =
                DescriptorXml.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "ejb-jar.xml");
        return new SchemaReader(
                        (element, name) -> {
                            try {
                                return Class.forName(name);
                            } catch (ClassNotFoundException e) {
                                throw element.wrong(e.toString());
                            }
                        },
                        List.of(),
                        each -> false)
                .read(root.all("entity"), root.first("relationships"));
    }

    private static String compiled(String query) throws QlException {
        CompiledQuery compiled = QlCompiler.compile(schemas, query, 3);
        String bindings = compiled.bindings().stream()
                .map(each -> String.valueOf(each.parameter() + 1))
                .collect(Collectors.joining(","));
        return compiled.sql().replace("t0.id, t0.name, t0.pay, t0.boss_id", "*")
                + (bindings.isEmpty() ? "" : " | " + bindings);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "SELECT OBJECT(m) FROM Man m # SELECT * FROM Man t0",
                "SELECT DISTINCT OBJECT(m) FROM Man AS m WHERE m.name = 'O''Hara' # SELECT DISTINCT * "
                        + "FROM Man t0 WHERE t0.name = 'O''Hara'",
                "select object(M) from Man m where m.pay > ?2 and not m.name = ?1 # SELECT * FROM Man t0 "
                        + "WHERE t0.pay > ? AND NOT (t0.name = ?) | 2,1",
                "SELECT OBJECT(m) FROM Man m WHERE (m.pay = 1 OR m.pay = 2) AND m.name <> 'x' # SELECT * "
                        + "FROM Man t0 WHERE ((t0.pay = 1 OR t0.pay = 2)) AND t0.name <> 'x'",
                "SELECT OBJECT(m) FROM Man m WHERE (m.pay + ?1) * 2 >= -m.pay / 3 # SELECT * FROM Man t0 "
                        + "WHERE (t0.pay + ?) * 2 >= -t0.pay / 3 | 1",
                "SELECT OBJECT(m) FROM Man m WHERE m.pay NOT BETWEEN ?1 AND ?2 # SELECT * FROM Man t0 "
                        + "WHERE t0.pay NOT BETWEEN ? AND ? | 1,2",
                "SELECT OBJECT(m) FROM Man m WHERE m.name LIKE 'a!_%' ESCAPE '!' # SELECT * FROM Man t0 "
                        + "WHERE t0.name LIKE 'a!_%' ESCAPE '!'",
                "SELECT OBJECT(m) FROM Man m WHERE m.name NOT IN ('a', ?1) # SELECT * FROM Man t0 WHERE t0.name NOT IN ('a', ?) | 1",
                "SELECT OBJECT(m) FROM Man m WHERE ?1 IS NULL OR m.name IS NOT NULL # SELECT * FROM Man "
                        + "t0 WHERE (? IS NULL OR t0.name IS NOT NULL) | 1",
                "SELECT OBJECT(m) FROM Man m WHERE m.boss.name = ?1 AND m.boss.pay > 3 # SELECT * FROM "
                        + "Man t0 LEFT JOIN Man t1 ON t1.id = t0.boss_id WHERE t1.name = ? AND t1.pay > 3 | 1",
                "SELECT OBJECT(m) FROM Man m WHERE m.boss = ?1 # SELECT * FROM Man t0 LEFT JOIN Man t1 ON "
                        + "t1.id = t0.boss_id WHERE (t1.id = ?) | 1",
                "SELECT OBJECT(m) FROM Man m, Man n WHERE m <> n # SELECT * FROM Man t0, Man t1 WHERE NOT (t0.id = t1.id)",
                "SELECT OBJECT(m) FROM Man m WHERE m.boss IS NULL # SELECT * FROM Man t0 LEFT JOIN Man t1 "
                        + "ON t1.id = t0.boss_id WHERE t1.id IS NULL",
                "SELECT OBJECT(m) FROM Man m, IN(m.tasks) t WHERE t.id = 1 # SELECT * FROM Man t0 JOIN "
                        + "work t2 ON t2.Man_id = t0.id JOIN Task t1 ON t1.id = t2.Task_id WHERE t1.id = 1",
                "SELECT OBJECT(m) FROM Man m WHERE m.tasks IS NOT EMPTY # SELECT * FROM Man t0 WHERE "
                        + "EXISTS (SELECT 1 FROM work t1 WHERE t1.Man_id = t0.id)",
                "SELECT OBJECT(m) FROM Man m WHERE ?1 NOT MEMBER OF m.tasks # SELECT * FROM Man t0 WHERE "
                        + "NOT EXISTS (SELECT 1 FROM work t1 WHERE t1.Man_id = t0.id AND t1.Task_id = ?) | 1",
                "SELECT m.name FROM Man m ORDER BY m.pay DESC, m.id # SELECT t0.name FROM Man t0 ORDER BY t0.pay DESC, t0.id",
                "SELECT COUNT(DISTINCT m.name) FROM Man m # SELECT COUNT(DISTINCT t0.name) FROM Man t0",
                "SELECT MAX(m.pay) FROM Man m WHERE CONCAT(m.name, ?1) = SUBSTRING(?2, 1, 2) # SELECT "
                        + "MAX(t0.pay) FROM Man t0 WHERE CONCAT(t0.name, ?) = SUBSTRING(?, 1, 2) | 1,2",
                "SELECT OBJECT(m) FROM Man m WHERE MOD(ABS(m.id), 2) = LOCATE('a', m.name) AND "
                        + "LENGTH(m.name) > SQRT(4) # SELECT * FROM Man t0 WHERE MOD(ABS(t0.id), 2) = LOCATE('a', "
                        + "t0.name) AND CHAR_LENGTH(t0.name) > SQRT(4)",
                "SELECT m.boss.name FROM Man m # SELECT t1.name FROM Man t0 LEFT JOIN Man t1 ON t1.id = t0.boss_id WHERE t1.id IS NOT NULL",
                "SELECT m.boss.name FROM Man m WHERE m.name = ?1 OR m.pay = 3 # SELECT t1.name FROM Man "
                        + "t0 LEFT JOIN Man t1 ON t1.id = t0.boss_id WHERE t1.id IS NOT NULL AND (t0.name = ? OR t0.pay = 3) | 1",
                "SELECT m.boss FROM Man m # SELECT t1.id, t1.name, t1.pay, t1.boss_id FROM Man t0 LEFT JOIN Man t1 ON t1.id = t0.boss_id"
            })
    void aQueryBecomesOneStatement(String query, String sql) throws Exception {
        assertThat(compiled(query)).isEqualTo(sql);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "FROM Man m # column 1: expected SELECT, found 'FROM'",
                "SELECT OBJECT(m) # column 17: expected FROM, found the end of the query",
                "SELECT OBJECT(x) FROM Man m # column 15: 'x' is no variable of FROM",
                "SELECT OBJECT(m) FROM Mann m # column 23: no bean of the module has the abstract schema name 'Mann'",
                "SELECT OBJECT(m) FROM Man m, Man m # column 34: the variable 'm' is declared already",
                "SELECT OBJECT(m) FROM Man m WHERE m.age = 1 # column 37: Man has no field 'age'; it has [id, name, pay, tasks, boss]",
                "SELECT OBJECT(m) FROM Man m WHERE m.name.x = 1 # column 41: 'name' is a field: a path ends there",
                "SELECT OBJECT(m) FROM Man m WHERE m.tasks.id = 1 # column 35: 'tasks' is a collection",
                "SELECT OBJECT(m) FROM Man m, IN(m.boss) b # column 33: expected a path to a collection",
                "SELECT OBJECT(m) FROM Man m WHERE m.boss > ?1 # column 42: entity objects are compared by = and <> only",
                "SELECT OBJECT(m) FROM Man m WHERE m.name = ?4 # column 44: the method has 3 parameters, no ?4",
                "SELECT OBJECT(m) FROM Man m WHERE m.name = 'x # column 44: the string does not end",
                "SELECT OBJECT(m) FROM Man m WHERE m.name ! 'x' # column 42: the character '!' means nothing here",
                "SELECT OBJECT(m) FROM Man m WHERE NEXT(m.name) = 1 # column 35: EJB QL has no function NEXT",
                "SELECT OBJECT(m) FROM Man m WHERE LENGTH(m.name, 1) = 1 # column 35: LENGTH does not take 2 arguments",
                "SELECT SUM(m.name) FROM Man m # column 12: SUM is of numbers, not of String",
                "SELECT OBJECT(m) FROM Man m ORDER BY m.boss # column 38: ORDER BY is of fields",
                "SELECT OBJECT(m) FROM Man m WHERE m.name = 1 2 # column 46: expected the end of the query, found '2'",
                "SELECT OBJECT(m) FROM Man m WHERE # column 34: expected a value, found the end of the query",
                "SELECT OBJECT(m) FROM Man m WHERE m.name = ? # column 44: expected a number after '?'"
            })
    void aWrongQueryIsRefusedWithTheColumn(String query, String message) {
        assertThatThrownBy(() -> compiled(query))
                .isInstanceOf(QlException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aQueryKnowsWhatItSelects() throws Exception {
        CompiledQuery bean = QlCompiler.compile(schemas, "SELECT m.boss FROM Man m", 0);
        CompiledQuery value = QlCompiler.compile(schemas, "SELECT DISTINCT m.pay FROM Man m", 0);
        CompiledQuery computed = QlCompiler.compile(schemas, "SELECT SUM(m.id) FROM Man m", 0);

        assertThat(bean.entity()).isSameAs(schemas.named("Man"));
        assertThat(List.of(value.distinct(), value.aggregate(), value.type()))
                .containsExactly(true, false, double.class);
        assertThat(List.of(computed.aggregate(), computed.type())).containsExactly(true, Long.class);
    }

    @ParameterizedTest
    @CsvSource({"(, )", "NOT (, )", "NOT, ''", "m.pay = -(1 + , )"})
    void aQueryThatIsNestedTooDeepIsRefused(String open, String close) {
        String query = "SELECT OBJECT(m) FROM Man m WHERE " + (open + " ").repeat(3000) + "m.pay = 1"
                + (close + " ").repeat(3000);
        assertThatThrownBy(() -> QlCompiler.compile(schemas, query, 0))
                .isInstanceOf(QlException.class)
                .hasMessageMatching("column [0-9]+: it is nested more than 200 deep");
    }

    @Test
    void aParameterOfManyDigitsIsRefused() {
        assertThatThrownBy(
                        () -> QlCompiler.compile(schemas, "SELECT OBJECT(m) FROM Man m WHERE m.pay = ?99999999999", 1))
                .isInstanceOf(QlException.class)
                .hasMessage("column 43: there is no parameter ?99999999999");
    }
}
