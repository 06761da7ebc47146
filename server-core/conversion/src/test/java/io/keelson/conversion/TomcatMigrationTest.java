package io.keelson.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomcatMigrationTest {
    @TempDir
    Path directory;

    private final NamespaceMigration migration =
            ServiceLoader.load(NamespaceMigration.class).findFirst().orElseThrow();

    /** Class files of sources, by class name. */
    private Map<String, byte[]> compiled(Map<String, String> sources) throws IOException {
        List<String> files = new java.util.ArrayList<>(List.of("-d", directory.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve("src/" + source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, files.toArray(String[]::new)))
                .isZero();
        Map<String, byte[]> classes = new HashMap<>();
        for (String name : sources.keySet()) {
            classes.put(name, Files.readAllBytes(directory.resolve(name.replace('.', '/') + ".class")));
        }
        return classes;
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void aClassRefersToTheNewTypesAndWorks() throws Exception {
        Map<String, byte[]> old = compiled(
                Map.of(
                        "javax.servlet.Thing",
                        "package javax.servlet; public interface Thing { String call(); }",
                        "c.Mine",
                        "package c; public class Mine implements javax.servlet.Thing { public String call() {"
                                + " return javax.servlet.Thing.class.getName() + \" javax.ejb.X \" + javax.sql.DataSource.class.getName(); } }"));
        Map<String, byte[]> converted = new HashMap<>();
        for (Map.Entry<String, byte[]> file : old.entrySet()) {
            String path = file.getKey().replace('.', '/') + ".class";
            assertThat(migration.converts(path)).isTrue();
            converted.put(
                    migration.path(path).replace(".class", "").replace('/', '.'),
                    migration.convert(path, file.getValue()).orElseThrow());
        }
        assertThat(converted).containsOnlyKeys("jakarta.servlet.Thing", "c.Mine");
        Class<?> mine = new Loader(converted).loadClass("c.Mine");
        assertThat(mine.getInterfaces()[0].getName()).isEqualTo("jakarta.servlet.Thing");
        assertThat(mine.getMethod("call").invoke(mine.getConstructor().newInstance()))
                .isEqualTo("jakarta.servlet.Thing jakarta.ejb.X javax.sql.DataSource");
    }

    @Test
    void whatNamesNothingOldIsLeftAlone() throws Exception {
        byte[] plain = compiled(Map.of("c.Plain", "package c; public class Plain { javax.sql.DataSource d; }"))
                .get("c.Plain");
        assertThat(migration.convert("c/Plain.class", plain)).isEmpty();
        assertThat(migration.convert("a.jsp", "<%@page import='jakarta.servlet.X'%>".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "page.jsp, true",
        "t.tld, true",
        "web.xml, true",
        "a.tag, true",
        "x.class, true",
        "x.png, false",
        "x.jar, false",
        "x.js, false",
    })
    void looksIntoClassesPagesAndDescriptors(String path, boolean converts) {
        assertThat(migration.converts(path)).isEqualTo(converts);
    }

    @Test
    void textsKeepEveryOtherByte() throws Exception {
        byte[] text = "\u00e4 \u20ac javax.persistence.Entity javax.transaction.xa.XAResource"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(new String(migration.convert("a.xml", text).orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo("\u00e4 \u20ac jakarta.persistence.Entity javax.transaction.xa.XAResource");
    }

    @Test
    void whatIsNoClassFileIsSaid() {
        assertThatThrownBy(() -> migration.convert("a.class", new byte[] {1, 2, 3}))
                .isInstanceOf(IOException.class);
    }

    @Test
    void saysWhichVersionItIs() {
        assertThat(migration.version()).matches("tomcat-[0-9][A-Za-z0-9.-]*");
    }
}
