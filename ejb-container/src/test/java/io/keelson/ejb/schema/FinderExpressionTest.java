package io.keelson.ejb.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finder expressions and the EJB QL that they become. */
class FinderExpressionTest {
    private static EntitySchema schema() {
        EntitySchema schema = new EntitySchema("Accounts", "Account", Object.class, String.class, "A", "source");
        schema.addField("id", "ID", String.class, true);
        schema.addField("balance", "BALANCE", double.class, false);
        schema.addField("owner", "OWNER", String.class, false);
        return schema;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "(= id $0); o.id = ?1",
                "(> balance 10.5); o.balance > 10.5",
                "( != balance -1 ); o.balance <> -1",
                "(& (> balance $0) (= owner $1)); (o.balance > ?1) AND (o.owner = ?2)",
                "(| (isNull owner)(isNotNull id)(<= balance 1e3)); (o.owner IS NULL) OR (o.id IS NOT NULL) OR (o.balance <= 1e3)",
                "(! (like owner 'O''B%')); NOT (o.owner LIKE 'O''B%')",
                "(like owner M%); o.owner LIKE 'M%'",
                "(= owner \"it's\"); o.owner = 'it''s'",
                "(= 1 1); 1 = 1"
            })
    void aConditionIsTranslated(String expression, String condition) {
        assertThat(FinderExpression.toQl(expression, schema(), 2))
                .isEqualTo("SELECT OBJECT(o) FROM Accounts AS o WHERE " + condition);
    }

    @Test
    void nothingFindsAllAndAnOrderMayStandAlone() {
        assertThat(FinderExpression.toQl(" ", schema(), 0)).isEqualTo("SELECT OBJECT(o) FROM Accounts AS o");
        assertThat(FinderExpression.toQl("(orderBy 'owner desc, id')", schema(), 0))
                .isEqualTo("SELECT OBJECT(o) FROM Accounts AS o ORDER BY o.owner DESC, o.id");
        assertThat(FinderExpression.toQl("(orderBy id (> balance $0))", schema(), 1))
                .isEqualTo("SELECT OBJECT(o) FROM Accounts AS o WHERE o.balance > ?1 ORDER BY o.id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "= id $0; character 1: expected '(', found '='",
                "(= id $2); character 7: the finder has 2 parameters, no $2",
                "(= ident $0); 'ident' is no cmp-field of the bean 'Account'",
                "(= id x); 'x' is no cmp-field",
                "(? id $0); character 2: unknown operator '?'",
                "(= id 'x; character 7: the text has no end",
                "(= id $0; character 9: expected ')', found the end",
                "(= id $0) (= id $1); character 11: expected the end, found '('",
                "(& id); expected a condition in brackets",
                "(! (orderBy id)); orderBy is the outermost operator only",
                "(orderBy 'id sideways'); expected a cmp-field of",
                "(like owner); expected an operator, a field or a value",
                "(= id $99999999); '$99999999' is no cmp-field"
            })
    void aWrongExpressionIsRefusedWithThePlace(String expression, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FinderExpression.toQl(expression, schema(), 2))
                .withMessageContaining(message);
    }

    @Test
    void bracketsAreNotNestedWithoutEnd() {
        String deep = "(! ".repeat(100_000) + "(= id $0)" + ")".repeat(100_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FinderExpression.toQl(deep, schema(), 1))
                .withMessageContaining("deeper than");
    }
}
