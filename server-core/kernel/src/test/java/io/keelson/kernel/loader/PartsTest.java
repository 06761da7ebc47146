package io.keelson.kernel.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartsTest {
    @TempDir
    Path directory;

    private void describe(String name, String descriptor) throws IOException {
        Files.createDirectories(directory.resolve(name));
        Files.writeString(directory.resolve(name).resolve("part.properties"), descriptor);
    }

    private Parts parts(String name, String descriptor) throws IOException {
        describe(name, descriptor);
        return new Parts(PartsTest.class.getClassLoader(), PartSource.directory(directory));
    }

    @Test
    void readsADescriptorBesideTheJarsOrInOne() throws Exception {
        new Jars()
                .text("META-INF/keelson/part.properties", "name = inside\nexports = a\n")
                .write(directory.resolve("inside/a.jar"));
        Parts parts = parts("beside", "name = beside\nexports = b, c.*\nsuppressed-by = d.D\n");
        assertThat(parts.names()).containsExactly("beside", "inside");
        PartDescriptor beside = parts.descriptor("beside").orElseThrow();
        assertThat(beside.suppressedBy()).containsExactly("d.D");
        assertThat(beside.exports().contains("b")).isTrue();
        assertThat(beside.exports().contains("b.deep")).isFalse();
        assertThat(beside.exports().contains("c")).isTrue();
        assertThat(beside.exports().contains("c.deep")).isTrue();
        assertThat(beside.exports().contains("cc")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exports = a",
                "name = other\nexports = a",
                "name = x\nexport = a",
                "name = x\nexports = a..b",
                "name = x\nexports = *"
            })
    void refusesADescriptorThatIsWrong(String text) {
        assertThatThrownBy(() -> parts("x", text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
    }

    @Test
    void namesWhatThereIsWhenAPartIsMissing() throws Exception {
        Parts parts = parts("x", "name = x\nexports = a");
        assertThatThrownBy(() -> parts.part("y")).hasMessageContaining("'y'").hasMessageContaining("[x]");
    }

    @Test
    void opensAPartOnceAndWhenItIsAskedFor() throws Exception {
        Path jar = new Jars().saying("a.A", "a").write(directory.resolve("x/a.jar"));
        try (Parts parts = parts("x", "name = x\nexports = a")) {
            Files.delete(jar);
            new Jars().saying("a.A", "later").write(jar);
            ClassLoader loader = parts.loader("x");
            assertThat(loader.loadClass("a.A").getMethod("who").invoke(null)).isEqualTo("later");
            assertThat(parts.loader("x")).isSameAs(loader);
        }
    }

    @Test
    void aPartSeesTheExportsOfThosePartsThatItNames() throws Exception {
        new Jars()
                .saying("cdi.proxy.Marker", "cdi")
                .saying("cdi.secret.Engine", "cdi")
                .write(directory.resolve("cdi/cdi.jar"));
        new Jars().saying("rest.Rest", "rest").write(directory.resolve("rest/rest.jar"));
        new Jars().saying("jpa.Jpa", "jpa").write(directory.resolve("jpa/jpa.jar"));
        describe("cdi", "name = cdi\nexports = cdi.proxy");
        describe("jpa", "name = jpa\nexports = jpa");
        try (Parts parts = parts("rest", "name = rest\nexports = rest\nsees = cdi, absent")) {
            ClassLoader rest = parts.loader("rest");
            assertThat(rest.loadClass("cdi.proxy.Marker"))
                    .isSameAs(parts.loader("cdi").loadClass("cdi.proxy.Marker"));
            assertThatThrownBy(() -> rest.loadClass("cdi.secret.Engine")).isInstanceOf(ClassNotFoundException.class);
            assertThatThrownBy(() -> rest.loadClass("jpa.Jpa")).isInstanceOf(ClassNotFoundException.class);
            assertThatThrownBy(() -> parts.loader("cdi").loadClass("rest.Rest"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void partsSeeMoreOfOneAnotherThanApplicationsDo() throws Exception {
        new Jars()
                .saying("rest.Api", "rest")
                .saying("rest.internal.Engine", "rest")
                .saying("rest.secret.Key", "rest")
                .write(directory.resolve("rest/rest.jar"));
        new Jars().saying("client.Client", "client").write(directory.resolve("client/client.jar"));
        describe("rest", "name = rest\nexports = rest\nexports-to-parts = rest.internal");
        try (Parts parts = parts("client", "name = client\nexports = client\nsees = rest")) {
            ClassLoader client = parts.loader("client");
            assertThat(client.loadClass("rest.internal.Engine"))
                    .isSameAs(parts.loader("rest").loadClass("rest.internal.Engine"));
            assertThat(client.loadClass("rest.Api"))
                    .isSameAs(parts.loader("rest").loadClass("rest.Api"));
            assertThatThrownBy(() -> client.loadClass("rest.secret.Key")).isInstanceOf(ClassNotFoundException.class);
            assertThat(parts.part("rest").shown("rest.Api")).isNotNull();
            assertThat(parts.part("rest").shown("rest.internal.Engine")).isNull();
        }
    }

    @Test
    void aPartThatIsSeenIsOpenedByItsFirstClass() throws Exception {
        new Jars().saying("rest.Rest", "rest").write(directory.resolve("rest/rest.jar"));
        Path jar = new Jars().saying("cdi.Marker", "early").write(directory.resolve("cdi/cdi.jar"));
        describe("cdi", "name = cdi\nexports = cdi");
        try (Parts parts = parts("rest", "name = rest\nexports = rest\nsees = cdi")) {
            ClassLoader rest = parts.loader("rest");
            assertThatThrownBy(() -> rest.loadClass("elsewhere.Thing")).isInstanceOf(ClassNotFoundException.class);
            Files.delete(jar);
            new Jars().saying("cdi.Marker", "later").write(jar);
            assertThat(rest.loadClass("cdi.Marker").getMethod("who").invoke(null))
                    .isEqualTo("later");
        }
    }
}
