package io.keelson.embedded.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.embedded.beans.shop.Greeter;
import io.keelson.embedded.beans.shop.Loud;
import jakarta.ejb.EJBException;
import jakarta.ejb.embeddable.EJBContainer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which modules there are, without a server. */
class ModulesTest {
    @TempDir
    Path directory;

    private static byte[] content(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    private Path jar(String name, String classPath, Map<String, byte[]> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path file = Files.createDirectories(directory.resolve(name).getParent())
                .resolve(Path.of(name).getFileName());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return file;
    }

    private Path classes(String name, Class<?>... types) throws IOException {
        Path classes = Files.createDirectories(directory.resolve(name));
        for (Class<?> type : types) {
            Files.write(classes.resolve(type.getSimpleName() + ".class"), content(type));
        }
        return classes;
    }

    @Test
    void recognisesBeansByDescriptorAndAnnotation() throws Exception {
        assertThat(BeanModules.isModule(classes("beans", Loud.class, Greeter.class)))
                .isTrue();
        assertThat(BeanModules.isModule(classes("none", Loud.class, Modules.class)))
                .isFalse();
        byte[] xml = "<ejb-jar/>".getBytes(StandardCharsets.UTF_8);
        assertThat(BeanModules.isModule(jar("described.jar", "", Map.of("META-INF/ejb-jar.xml", xml))))
                .isTrue();
        assertThat(BeanModules.isModule(jar("annotated.jar", "", Map.of("shop/Greeter.class", content(Greeter.class)))))
                .isTrue();
        assertThat(BeanModules.isModule(jar("library.jar", "", Map.of("org/jboss/B.class", content(Greeter.class)))))
                .isFalse();
        assertThat(BeanModules.isModule(jar(
                        "server.jar",
                        "",
                        Map.of(
                                "META-INF/services/io.keelson.base.config.ModelProvider",
                                new byte[0],
                                "a/Greeter.class",
                                content(Greeter.class)))))
                .isFalse();
        // It names the annotation and is no class file: the server says so when it is deployed by its name.
        Path cut = Files.createDirectories(directory.resolve("cut"));
        Files.writeString(cut.resolve("Cut.class"), "Ljakarta/ejb/Stateless;");
        assertThat(BeanModules.isModule(cut)).isFalse();
        Path damaged = Files.writeString(directory.resolve("damaged.jar"), "no zip");
        assertThatThrownBy(() -> BeanModules.isModule(damaged))
                .isInstanceOf(EJBException.class)
                .hasMessageContaining("damaged.jar");
    }

    @Test
    void followsManifestsOfTheClassPath() throws Exception {
        Path classes = classes("target/classes", Greeter.class);
        Path second = jar("libs/second.jar", "../first.jar ../gone.jar http://elsewhere/x.jar", Map.of());
        Path first = jar("first.jar", "libs/second.jar target/classes/ " + second.toUri(), Map.of());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {first.toUri().toURL()}, null)) {
            assertThat(ClassPathEntries.of(loader)).startsWith(first, second, classes);
        }
    }

    @Test
    void namesModulesOnceEach() throws Exception {
        Path one = classes("a/classes", Greeter.class);
        Path two = classes("b/classes", Greeter.class);
        Map<String, Object> both = Map.of(EJBContainer.MODULES, new File[] {one.toFile(), two.toFile(), one.toFile()});
        assertThat(Modules.of(ContainerProperties.of(both), getClass().getClassLoader()))
                .containsExactly(new Modules.Module("classes", one), new Modules.Module("classes-2", two));
    }

    @Test
    void findsAModuleByTheNameInItsDescriptor() throws Exception {
        Path named = jar(
                "shop-1.0.jar",
                "",
                Map.of(
                        "META-INF/ejb-jar.xml",
                        "<ejb-jar><module-name>shop</module-name></ejb-jar>".getBytes(StandardCharsets.UTF_8)));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {named.toUri().toURL()}, null)) {
            for (String name : List.of("shop", "shop-1.0")) {
                assertThat(Modules.of(ContainerProperties.of(Map.of(EJBContainer.MODULES, name)), loader))
                        .containsExactly(new Modules.Module("shop-1.0", named));
            }
        }
    }
}
