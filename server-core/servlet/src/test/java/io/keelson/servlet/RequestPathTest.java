package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of examples in Servlet 6.1, 3.5.3. */
class RequestPathTest {
    @ParameterizedTest
    @CsvSource({
        "/foo/bar,/foo/bar",
        "/foo/bar;jsessionid=1234,/foo/bar",
        "/foo/bar/,/foo/bar/",
        "/foo/bar/;jsessionid=1234,/foo/bar/",
        "/foo;/bar;,/foo/bar",
        "/foo;/bar;/;,/foo/bar/",
        "/foo/b%25r,/foo/b%r",
        "/foo/./bar,/foo/bar",
        "/foo/././bar,/foo/bar",
        "/./foo/bar,/foo/bar",
        "/foo/bar/.,/foo/bar",
        "/foo/bar/./,/foo/bar/",
        "/foo/bar/./;,/foo/bar/",
        "/foo/.bar,/foo/.bar",
        "/foo/../bar,/bar",
        "/foo/./../bar,/bar",
        "/foo/bar/..,/foo",
        "/foo/bar/../,/foo/",
        "/foo/bar/../;,/foo/",
        "/foo/..bar,/foo/..bar",
        "/foo/pass:[...]/bar,/foo/pass:[...]/bar",
        "/foo//bar,/foo/bar",
        "//foo//bar//,/foo/bar/",
        "/foo//../bar,/bar",
        "/foo%E2%82%ACbar,/foo€bar",
        "/foo%20bar,/foo bar",
        "/,/",
        "//,/",
        "/.,/",
        "/./,/"
    })
    void decodes(String raw, String canonical) throws Exception {
        assertThat(CanonicalPath.of(raw)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo/bar",
                "/foo%00/bar/",
                "/foo%7Fbar",
                "/foo%2Fbar",
                "/foo%2Fb%25r",
                "/foo\\bar",
                "/foo%5Cbar",
                "/foo;%2F/bar",
                "/foo/%2e/bar",
                "/foo/.;/bar",
                "/foo/%2e;/bar",
                "/foo/.%2Fbar",
                "/foo/.%5Cbar",
                "/foo/bar/.;",
                "/foo/../../bar",
                "/../foo/bar",
                "/foo/%2e%2E/bar",
                "/foo/%2e%2e/%2E%2E/bar",
                "/foo/..;/bar",
                "/foo/%2e%2E;/bar",
                "/foo/..%2Fbar",
                "/foo/..%5Cbar",
                "/foo/bar/..;",
                "/;/foo;/;/bar/;/;",
                "/foo/;/../bar",
                "/foo%E2%82",
                "/foo%E2%82bar",
                "/foo%-1/bar",
                "/foo%XX/bar",
                "/foo%/bar",
                "/foo/bar%0",
                "/good%20/bad%/%20mix%",
                "/foo/bar#f",
                "/;/",
                "/..",
                "/../",
                "./foo/bar/",
                "%2e/foo/bar/",
                "../foo/bar/",
                ";/foo/bar/",
                "",
                "/%C0%AF",
                "/%c1%9c"
            })
    void refuses(String raw) {
        assertThatThrownBy(() -> CanonicalPath.of(raw)).isInstanceOf(SuspiciousPathException.class);
    }

    @Test
    void doesNotCopyWhatIsCanonical() throws Exception {
        String raw = "/a/b.html";
        assertThat(CanonicalPath.of(raw)).isSameAs(raw);
    }

    @Test
    void findsPathParameters() {
        assertThat(CanonicalPath.parameter("/a;x=1/b;jsessionid=abc;y=2", "jsessionid"))
                .isEqualTo("abc");
        assertThat(CanonicalPath.parameter("/a;jsessionid=1/b;jsessionid=2/c", "jsessionid"))
                .isEqualTo("2");
        assertThat(CanonicalPath.parameter("/a;notjsessionid=1", "jsessionid")).isNull();
    }
}
