package io.keelson.embedded.beans;

import jakarta.ejb.EJBException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;

/**
 * Recognises modules with Enterprise Beans among directories and jars: they have {@code META-INF/ejb-jar.xml}, or a class with the
 * annotation of a bean. Of jars, the server's own and the packages of well-known libraries are not looked at. No state.
 */
final class BeanModules {
    static final String DESCRIPTOR = "META-INF/ejb-jar.xml";

    private static final List<String> ANNOTATIONS = List.of("Stateless", "Stateful", "Singleton", "MessageDriven");

    /** Each room of the server has one of these. */
    private static final List<String> OF_SERVER = List.of(
            "META-INF/services/io.keelson.base.subsystem.SubsystemFactory",
            "META-INF/services/io.keelson.base.config.ModelProvider",
            "META-INF/services/io.keelson.deploy.spi.ContributorFactory");

    private static final List<String> LIBRARIES = List.of(
            "ch/qos/",
            "com/fasterxml/",
            "com/github/benmanes/",
            "com/google/",
            "com/mysql/",
            "com/sun/",
            "com/zaxxer/",
            "groovy/",
            "io/netty/",
            "io/smallrye/",
            "jakarta/",
            "javax/",
            "kotlin/",
            "net/bytebuddy/",
            "oracle/",
            "org/apache/",
            "org/assertj/",
            "org/bouncycastle/",
            "org/codehaus/",
            "org/eclipse/",
            "org/glassfish/",
            "org/h2/",
            "org/hibernate/",
            "org/infinispan/",
            "org/jboss/",
            "org/jgroups/",
            "org/junit/",
            "org/mockito/",
            "org/objectweb/",
            "org/postgresql/",
            "org/slf4j/",
            "org/springframework/",
            "scala/");

    private BeanModules() {}

    /** Returns true if an entry of the class path is a module. */
    static boolean isModule(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                return holdsBeans(entry, List.of());
            }
            try (FileSystem jar = FileSystems.newFileSystem(entry)) {
                return holdsBeans(jar.getPath("/"), LIBRARIES);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new EJBException(entry + " of the class path cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean holdsBeans(Path root, List<String> left) throws IOException {
        if (Files.isRegularFile(root.resolve(DESCRIPTOR))) {
            return true;
        }
        if (OF_SERVER.stream().anyMatch(file -> Files.exists(root.resolve(file)))) {
            return false;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String path = root.relativize(file).toString().replace('\\', '/');
                if (path.endsWith(".class")
                        && left.stream().noneMatch(path::startsWith)
                        && Files.isRegularFile(file)
                        && isBean(Files.readAllBytes(file))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Most classes do not mention the annotations; only those that do are indexed. */
    private static boolean isBean(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (ANNOTATIONS.stream().noneMatch(name -> text.contains("Ljakarta/ejb/" + name + ";"))) {
            return false;
        }
        try (InputStream in = new ByteArrayInputStream(content)) {
            ClassInfo type = Index.singleClass(in);
            return ANNOTATIONS.stream()
                    .anyMatch(name -> type.hasDeclaredAnnotation(DotName.createSimple("jakarta.ejb." + name)));
        } catch (IOException | IllegalArgumentException notAClass) {
            return false; // the deployment says so, where it is one of a module
        }
    }
}
