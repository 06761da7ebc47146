package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.servlet.field.AcceptLanguage;
import io.keelson.servlet.field.CookieParser;
import io.keelson.servlet.field.HttpDates;
import io.keelson.servlet.field.MediaTypes;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values of Cookie, Accept-Language, Content-Type, Content-Disposition and dates are read or ignored, never stumbled over. */
class HeaderValuesFuzzTest {
    @DictionaryFile(resourcePath = "fields.dict")
    @FuzzTest
    void values(byte[] bytes) {
        String value = new String(bytes, StandardCharsets.ISO_8859_1);
        cookies(value);
        languages(value);
        mediaType(value);
        date(value);
    }

    /** The short way to one cookie finds what the long way finds. */
    private static void cookies(String value) {
        List<Cookie> cookies = CookieParser.parse(List.of(value));
        List<String> seen = new ArrayList<>();
        for (Cookie cookie : cookies) {
            String name = cookie.getName();
            boolean ascii = cookie.getValue().chars().allMatch(c -> c < 0x80);
            if (!seen.contains(name) && ascii) {
                assertThat(CookieParser.find(value, name)).as(name).isEqualTo(cookie.getValue());
            }
            seen.add(name);
        }
        String found = CookieParser.find(value, "JSESSIONID");
        if (found != null && found.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            assertThat(seen).as("names of cookies").contains("JSESSIONID");
        }
    }

    private static void languages(String value) {
        List<Locale> locales = AcceptLanguage.parse(List.of(value));
        assertThat(locales.size()).isLessThanOrEqualTo(value.length());
        assertThat(locales).allSatisfy(l -> assertThat(l.getLanguage()).isNotEmpty());
        // What is asked for without a weight is wanted more than what a weight is given to.
        assertThat(AcceptLanguage.parse(List.of("x-a, sw", value)).get(0).getLanguage())
                .isEqualTo("sw");
    }

    private static void mediaType(String value) {
        String type = MediaTypes.type(value);
        assertThat(type).doesNotContain(";");
        String charset = MediaTypes.parameter(value, "charset");
        String rest = MediaTypes.without(value, "charset");
        if (charset == null) {
            assertThat(rest).isEqualTo(value);
        } else {
            assertThat(rest.length()).isLessThan(value.length());
            assertThat(MediaTypes.type(rest)).isEqualTo(type);
        }
    }

    private static void date(String value) {
        long millis;
        try {
            millis = HttpDates.parse(value);
        } catch (IllegalArgumentException e) {
            return;
        }
        assertThat(HttpDates.parse(HttpDates.format(millis))).isEqualTo(millis);
    }
}
