package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.DirectoryArchive;
import io.keelson.servlet.TestDeployment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that others wrote, from Maven Central. */
class RealWarsTest {
    @TempDir
    Path directory;

    private WebDescriptor read(String war) throws Exception {
        DirectoryArchive archive =
                DirectoryArchive.unpack(Path.of("target/wars", war + ".war"), directory.resolve("war"));
        try (TestDeployment deployment =
                new TestDeployment(archive, Files.createDirectories(directory.resolve("tmp")))) {
            WebDescriptors.read(deployment);
            WebDescriptor merged = WebDescriptors.merge(deployment);
            assertThat(PagesDetection.usesPages(deployment, merged))
                    .isEqualTo(war.contains("jsp") || war.equals("simple-war"));
            return WebDescriptors.complete(deployment, merged);
        }
    }

    @Test
    void jettySimple() throws Exception {
        WebDescriptor web = read("jetty-ee10-demo-simple-webapp");
        assertThat(web.displayName()).isEqualTo("EE10 Demo Simple WebApp");
        assertThat(web.mimeTypes()).containsEntry("icon", "image/vnd.microsoft.icon");
        assertThat(web.servletMappings().get(0).patterns()).containsExactly("/hello/*");
    }

    @Test
    void jettyPages() throws Exception {
        WebDescriptor web = read("jetty-ee10-demo-jsp-webapp");
        assertThat(web.servlets())
                .anySatisfy(servlet -> assertThat(servlet.jspFile()).isEqualTo("/foo/foo.jsp"));
    }

    @Test
    void jolokia() throws Exception {
        WebDescriptor web = read("jolokia-agent-war");
        assertThat(web.servlets())
                .anySatisfy(servlet ->
                        assertThat(servlet.className()).isEqualTo("org.jolokia.server.core.http.AgentServlet"));
        assertThat(web.login()).isNotNull();
        assertThat(web.login().method()).isEqualTo("BASIC");
        assertThat(web.constraints()).isNotEmpty();
    }

    @Test
    void hawtio() throws Exception {
        WebDescriptor web = read("hawtio-war");
        assertThat(web.version()).isEqualTo("5.0");
        assertThat(web.filterMappings()).hasSizeGreaterThan(10);
        assertThat(web.listeners()).isNotEmpty();
    }

    @Test
    void cargoSimple() throws Exception {
        WebDescriptor web = read("simple-war");
        assertThat(web.version()).isEqualTo("2.4");
        assertThat(web.displayName()).isEqualTo("Simple Webapp");
    }
}
