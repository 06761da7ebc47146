package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.path.PathMappings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example of Servlet 6.1, 12.2.2, and the rules of 12.1. */
class PathMappingsTest {
    private final PathMappings<String> example = new PathMappings<>(Map.of(
            "/foo/bar/*",
            "servlet1",
            "/baz/*",
            "servlet2",
            "/catalog",
            "servlet3",
            "*.bop",
            "servlet4",
            "/",
            "default"));

    @ParameterizedTest
    @CsvSource({
        "/foo/bar/index.html,servlet1",
        "/foo/bar/index.bop,servlet1",
        "/baz,servlet2",
        "/baz/index.html,servlet2",
        "/bazaar,default",
        "/catalog,servlet3",
        "/catalog/index.html,default",
        "/catalog/racecar.bop,servlet4",
        "/index.bop,servlet4",
        "/a.bop/b,default",
        "/x.BOP,default"
    })
    void findsTheServletOfTheExample(String path, String servlet) {
        assertThat(example.find(path).target()).isEqualTo(servlet);
    }

    @Test
    void prefersTheLongestPrefixAndTheContextRoot() {
        PathMappings<String> mappings =
                new PathMappings<>(Map.of("/*", "all", "/a/*", "a", "/a/b/*", "ab", "", "root", "/a/b", "exact"));
        assertThat(mappings.find("/a/b/c").target()).isEqualTo("ab");
        assertThat(mappings.find("/a/b").target()).isEqualTo("exact");
        assertThat(mappings.find("/a").target()).isEqualTo("a");
        assertThat(mappings.find("/").target()).isEqualTo("root");
        assertThat(mappings.find("").target()).isEqualTo("root");
        assertThat(mappings.find("/x").target()).isEqualTo("all");
    }

    @Test
    void splitsThePath() {
        PathMappings<String> mappings = new PathMappings<>(Map.of("/a/*", "a", "*.do", "do", "", "root", "/*", "all"));
        PathMappings.Mapping<String> prefix = mappings.find("/a/b/c");
        assertThat(prefix.servletPath("/a/b/c")).isEqualTo("/a");
        assertThat(prefix.pathInfo("/a/b/c")).isEqualTo("/b/c");
        assertThat(prefix.matchValue("/a/b/c")).isEqualTo("b/c");
        assertThat(prefix.pathInfo("/a")).isNull();
        PathMappings.Mapping<String> root = mappings.find("/");
        assertThat(root.servletPath("/")).isEmpty();
        assertThat(root.pathInfo("/")).isEqualTo("/");
        PathMappings.Mapping<String> all = mappings.find("/z");
        assertThat(all.servletPath("/z")).isEmpty();
        assertThat(all.pathInfo("/z")).isEqualTo("/z");
        PathMappings<String> extension = new PathMappings<>(Map.of("*.do", "do"));
        assertThat(extension.find("/x/y.do").matchValue("/x/y.do")).isEqualTo("x/y");
    }
}
