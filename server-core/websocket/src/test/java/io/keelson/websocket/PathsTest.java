package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules and examples of 3.1.1. */
class PathsTest {
    /** An endpoint for paths. */
    public static class Any extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {}
    }

    private static EndpointTable table(String... paths) throws DeploymentException {
        EndpointTable table = new EndpointTable();
        for (String path : paths) {
            table.add(DeployedEndpoint.of(
                    ServerEndpointConfig.Builder.create(Any.class, path)
                            .configurator(new DefaultConfigurator())
                            .build(),
                    false));
        }
        return table;
    }

    private static String find(EndpointTable table, String path) {
        return table.find(path)
                .map(match -> match.endpoint().path() + " " + new java.util.TreeMap<>(match.variables()))
                .orElse("none");
    }

    @Test
    void examplesOfTheSpecification() throws DeploymentException {
        EndpointTable slash = table("/a/b/");
        assertThat(find(slash, "/a/b/")).isEqualTo("/a/b/ {}");
        assertThat(find(slash, "/a/b")).isEqualTo("none");

        EndpointTable variable = table("/a/{var}");
        assertThat(find(variable, "/a/b")).isEqualTo("/a/{var} {var=b}");
        assertThat(find(variable, "/a/apple")).isEqualTo("/a/{var} {var=apple}");
        assertThat(find(variable, "/a")).isEqualTo("none");
        assertThat(find(variable, "/a/")).isEqualTo("none");
        assertThat(find(variable, "/a/b/")).isEqualTo("none");
        assertThat(find(variable, "/a/b/c")).isEqualTo("none");

        EndpointTable three = table("/a/{var}/c", "/a/b/c", "/a/{var1}/{var2}");
        assertThat(find(three, "/a/b/c")).isEqualTo("/a/b/c {}");
        assertThat(find(three, "/a/d/c")).isEqualTo("/a/{var}/c {var=d}");
        assertThat(find(three, "/a/x/y")).isEqualTo("/a/{var1}/{var2} {var1=x, var2=y}");

        EndpointTable leftFirst = table("/{var1}/d", "/b/{var2}");
        assertThat(find(leftFirst, "/b/d")).isEqualTo("/b/{var2} {var2=d}");
        assertThat(find(leftFirst, "")).isEqualTo("none");
    }

    @Test
    void equivalentPathsAreRefused() {
        assertThatThrownBy(() -> table("/a/{x}", "/a/{y}"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("two WebSocket endpoints have the same path")
                .hasMessageContaining("/a/{x}")
                .hasMessageContaining("/a/{y}");
        assertThatThrownBy(() -> table("/a", "/a")).isInstanceOf(DeploymentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "/a//b",
                "/a/./b",
                "/a/../b",
                "//a",
                "/{a}/{a}",
                "/a{b}",
                "/{a}b",
                "/{",
                "/{}",
                "/{a/b}",
                "/a/{b}{c}"
            })
    void malformedPaths(String path) {
        assertThatThrownBy(() -> PathTemplate.of(path))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("'" + path + "'");
    }

    @Test
    void values() throws DeploymentException {
        assertThat(PathTemplate.of("/{a}/x/{b}").values(new String[] {"1", "x", "2"}))
                .isEqualTo(Map.of("a", "1", "b", "2"));
    }

    @Test
    void variablesComeInTheOrderOfThePath() throws DeploymentException {
        PathTemplate template = PathTemplate.of("/{z}/{y}/{x}/w/{v}/{a}");
        assertThat(template.values(PathTemplate.split("/1/2/3/w/4/5")).keySet())
                .containsExactly("z", "y", "x", "v", "a");
    }
}
