package io.keelson.ejb.ql;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.ejb.schema.Schemas;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;

/** A query becomes SQL with parameters that its method has, and the same SQL again; or it is refused with the column. */
class QlFuzzTest {
    private static final int PARAMETERS = 3;

    private static Schemas schemas = new Schemas();

    @BeforeAll
    static void read() throws Exception {
        schemas = QlCompilerTest.company();
    }

    @DictionaryFile(resourcePath = "ql.dict")
    @FuzzTest
    void queries(byte[] bytes) throws QlException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        CompiledQuery query;
        try {
            query = QlCompiler.compile(schemas, text, PARAMETERS);
        } catch (QlException e) {
            assertThat(e).hasMessageMatching("(?s)column [1-9][0-9]*: .+");
            return;
        }
        assertThat(query.bindings()).allMatch(each -> each.parameter() >= 0 && each.parameter() < PARAMETERS);
        assertThat(QlCompiler.compile(schemas, text, PARAMETERS).sql()).isEqualTo(query.sql());
        assertThat(quotes(query.sql())).as("texts are closed: " + query.sql()).isEven();
    }

    private static int quotes(String sql) {
        return (int) sql.chars().filter(c -> c == '\'').count();
    }
}
