package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.field.AcceptLanguage;
import io.keelson.servlet.field.CookieParser;
import io.keelson.servlet.field.HttpDates;
import io.keelson.servlet.field.MediaTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what hostile values of header fields once did. */
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
        assertThat(parts(form, new MultipartLimits(directory, -1, -1, 100, 10)))
                .singleElement()
                .satisfies(part -> assertThat(part.getSubmittedFileName()).isEqualTo("x.txt"));
    }

    /** RFC 7578, 4.2 wants a name; other containers read over what has none. */
    @Test
    void partsWithoutANameAreReadOver(@TempDir Path directory) throws IOException {
        String form = "--b\r\nContent-Disposition: form-data\r\n\r\n0\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\n1\r\n"
                + "--b\r\nContent-Disposition: attachment; name=\"c\"\r\n\r\n2\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n3\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n4\r\n--b--";
        assertThat(parts(form, new MultipartLimits(directory, -1, -1, 100, 5)))
                .extracting(UploadedPart::getName)
                .containsExactly("", "a");
        // They count for the limits all the same.
        assertThatThrownBy(() -> parts(form, new MultipartLimits(directory, -1, -1, 100, 4)))
                .hasMessageContaining("more than 4 parts");
        assertThatThrownBy(() -> parts(form.replace("0", "x".repeat(9)), new MultipartLimits(directory, 8, -1, 100, 5)))
                .hasMessageContaining("exceeds the size of 8 bytes");
    }

    private static List<UploadedPart> parts(String form, MultipartLimits limits) throws IOException {
        return new MultipartReader(
                        new ByteArrayInputStream(form.getBytes(StandardCharsets.US_ASCII)),
                        "b",
                        limits,
                        StandardCharsets.UTF_8)
                .read();
    }

    @Test
    void takesAParameterAwayHoweverOftenItIsThere() {
        assertThat(MediaTypes.without("text/html; charset=utf-8; a=b", "charset"))
                .isEqualTo("text/html; a=b");
        assertThat(MediaTypes.without("text/html;charset=;charset=\"u;\\\"8\";a=b", "charset"))
                .isEqualTo("text/html;a=b");
        assertThat(MediaTypes.without("text/html; charset=", "charset")).isEqualTo("text/html");
    }
}
