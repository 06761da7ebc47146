package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parameters are the same from a query and from a form, what another decoder makes of them, and the same when sent again. */
class ParametersFuzzTest {
    private static final int MOST = 20;

    @DictionaryFile(resourcePath = "fields.dict")
    @FuzzTest
    void parameters(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Parameters ofForm = new Parameters(MOST);
        Parameters ofQuery = new Parameters(MOST);
        int refused = read(() -> ofForm.addForm(bytes, bytes.length, StandardCharsets.UTF_8));
        assertThat(read(() -> ofQuery.addQuery(text, StandardCharsets.UTF_8))).isEqualTo(refused);
        List<String> pairs = pairs(ofForm.values());
        assertThat(pairs(ofQuery.values())).isEqualTo(pairs);
        assertThat(pairs.size()).isLessThanOrEqualTo(MOST);
        if (refused == 0) {
            assertThat(pairs).containsExactlyInAnyOrderElementsOf(byAnother(text));
            Parameters again = new Parameters(MOST);
            again.addQuery(String.join("&", pairs), StandardCharsets.UTF_8);
            assertThat(pairs(again.values())).isEqualTo(pairs);
        }
    }

    private static int read(Runnable reading) {
        try {
            reading.run();
            return 0;
        } catch (RequestFault e) {
            assertThat(e.status()).isIn(400, 413);
            return e.status();
        }
    }

    private static List<String> pairs(Map<String, String[]> values) {
        List<String> pairs = new ArrayList<>();
        values.forEach((name, all) -> {
            for (String value : all) {
                pairs.add(encoded(name) + "=" + encoded(value));
            }
        });
        return pairs;
    }

    private static List<String> byAnother(String text) {
        List<String> pairs = new ArrayList<>();
        for (String pair : text.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                pairs.add(
                        encoded(decoded(name)) + "=" + encoded(equals < 0 ? "" : decoded(pair.substring(equals + 1))));
            }
        }
        return pairs;
    }

    /** Octets first, so that those that are not encoded count as the others do. */
    private static String decoded(String text) {
        String octets = URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
        return new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
