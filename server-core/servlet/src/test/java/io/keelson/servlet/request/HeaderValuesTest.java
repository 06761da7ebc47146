package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hostile values of header fields once did. */
class HeaderValuesTest {
    @Test
    void aDateBeyondAllClocksIsNone() {
        assertThatThrownBy(() -> HttpDates.parse("01 Jan +999999999 00:00:00 GMT"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("+999999999");
    }

    @Test
    void aSessionCookieIsNotFoundInTheValueOfAnother() {
        assertThat(CookieParser.find("theme=dark JSESSIONID=stolen; a=b", "JSESSIONID"))
                .isNull();
        assertThat(CookieParser.find("theme=dark JSESSIONID=stolen;\t JSESSIONID=own", "JSESSIONID"))
                .isEqualTo("own");
    }

    @Test
    void aSessionCookieIsFoundWhereItsNameEndsWithABlank() {
        assertThat(CookieParser.find("a=b; JSESSIONID =own", "JSESSIONID")).isEqualTo("own");
    }

    @Test
    void aWeightThatIsNoneDoesNotCountForMore() {
        assertThat(AcceptLanguage.parse(List.of("fr;q=1e9, de, it;q=Infinity, en;Q=0.5, es;q=0x1p3")))
                .containsExactly(Locale.GERMAN, Locale.ENGLISH);
    }

    @Test
    void theNameOfAFileCountsWhereItsExtendedFormIsMalformed(@TempDir Path directory) throws IOException {
        String form = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x.txt\"; filename*=UTF-8''%zz\r\n"
                + "\r\n1\r\n--b--";
        MultipartLimits limits = new MultipartLimits(directory, -1, -1, 100, 10);
        List<UploadedPart> parts = new MultipartReader(
                        new ByteArrayInputStream(form.getBytes(StandardCharsets.US_ASCII)),
                        "b",
                        limits,
                        StandardCharsets.UTF_8)
                .read();
        assertThat(parts)
                .singleElement()
                .satisfies(part -> assertThat(part.getSubmittedFileName()).isEqualTo("x.txt"));
    }
}
