package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.DirectoryArchive;
import io.keelson.servlet.TestDeployment;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which applications get the server's pages and expressions. */
class PagesDetectionTest {
    @TempDir
    Path directory;

    private void library(String name, String... entries) throws Exception {
        jar(directory.resolve("war/WEB-INF/lib").resolve(name), entries);
    }

    private static void jar(Path jar, String... entries) throws Exception {
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                if (entry.endsWith(".class")) {
                    zip.write(aClass());
                }
                zip.closeEntry();
            }
        }
    }

    private static byte[] aClass() throws Exception {
        try (InputStream in = PagesDetectionTest.class.getResourceAsStream("PagesDetectionTest.class")) {
            return in.readAllBytes();
        }
    }

    private boolean uses() throws Exception {
        Path root = Files.createDirectories(directory.resolve("war"));
        try (TestDeployment deployment =
                new TestDeployment(new DirectoryArchive(root), Files.createDirectories(directory.resolve("tmp")))) {
            WebDescriptors.read(deployment);
            return PagesDetection.usesPages(deployment, WebDescriptors.merge(deployment));
        }
    }

    @Test
    void anApplicationOfFilesDoesNot() throws Exception {
        Files.createDirectories(directory.resolve("war"));
        Files.writeString(directory.resolve("war/index.html"), "hello");
        library("some.jar", "some/Thing.class", "META-INF/MANIFEST.MF");
        assertThat(uses()).isFalse();
    }

    @Test
    void oneWithAPageInALibraryDoes() throws Exception {
        library("fragment.jar", "META-INF/resources/page.jsp");
        assertThat(uses()).isTrue();
    }

    @Test
    void facesDoes() throws Exception {
        library("faces.jar", "jakarta/faces/webapp/FacesServlet.class");
        assertThat(uses()).isTrue();
    }

    @Test
    void facesInALibraryOfTheEnterpriseApplicationDoesTagLibrariesThereDoNot() throws Exception {
        jar(directory.resolve("shared/tags.jar"), "META-INF/some.tld");
        assertThat(uses()).isFalse();
        jar(directory.resolve("shared/faces.jar"), "jakarta/faces/webapp/FacesServlet.class");
        assertThat(uses()).isTrue();
    }

    @Test
    void theApiOfExpressionsAloneAsksForAnImplementation() throws Exception {
        library("el-api.jar", "jakarta/el/ELContext.class");
        assertThat(uses()).isTrue();
    }

    @Test
    void anApplicationWithItsOwnExpressionsKeepsThem() throws Exception {
        library("el-api.jar", "jakarta/el/ELContext.class");
        library("el.jar", "META-INF/services/jakarta.el.ExpressionFactory");
        assertThat(uses()).isFalse();
    }
}
