package io.keelson.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension in both kinds of field. */
@Timeout(120)
class EmbeddedServerExtensionIT {
    private static final WebApp HELLO = WebApp.inCode()
            .packageOf(Hello.class)
            .servlet("/hello", Hello.class)
            .at("/greeting");

    @RegisterExtension
    static final EmbeddedServerExtension OF_CLASS = EmbeddedServerExtension.with(HELLO);

    private static final Set<Integer> PORTS_OF_CLASS = new HashSet<>();
    private static final Set<Integer> PORTS_OF_TESTS = new HashSet<>();

    @RegisterExtension
    final EmbeddedServerExtension ofTest = EmbeddedServerExtension.with(HELLO.at("/mine"));

    private static String text(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void use() throws Exception {
        assertThat(text(OF_CLASS.uri("/greeting/hello"))).isEqualTo("hello /greeting");
        assertThat(text(ofTest.uri("/mine/hello"))).isEqualTo("hello /mine");
        PORTS_OF_CLASS.add(OF_CLASS.server().port());
        PORTS_OF_TESTS.add(ofTest.server().port());
    }

    @Test
    void one() throws Exception {
        use();
    }

    @Test
    void another() throws Exception {
        use();
    }

    @Nested
    class InAClassWithin {
        @Test
        void theServerIsTheSame() throws Exception {
            use();
        }
    }

    @Test
    void saysWhenItDoesNotRun() {
        assertThatThrownBy(() -> EmbeddedServerExtension.with(HELLO).server())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@RegisterExtension");
    }

    /** JUnit may run it after the class or before the nested one: never with two servers of the class. */
    @AfterAll
    static void oneServerForTheClass() {
        assertThat(PORTS_OF_CLASS).hasSize(1);
        assertThat(PORTS_OF_TESTS).isNotEmpty().doesNotContainAnyElementsOf(PORTS_OF_CLASS);
    }
}
