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
        assertThat(web.module().displayName()).isEqualTo("EE10 Demo Simple WebApp");
        assertThat(web.content().mimeTypes()).containsEntry("icon", "image/vnd.microsoft.icon");
        assertThat(web.code().servletMappings().get(0).patterns()).containsExactly("/hello/*");
    }

    @Test
    void jettyPages() throws Exception {
        WebDescriptor web = read("jetty-ee10-demo-jsp-webapp");
        assertThat(web.code().servlets())
                .anySatisfy(servlet -> assertThat(servlet.jspFile()).isEqualTo("/foo/foo.jsp"));
    }

    @Test
    void jolokia() throws Exception {
        WebDescriptor web = read("jolokia-agent-war");
        assertThat(web.code().servlets())
                .anySatisfy(servlet ->
                        assertThat(servlet.className()).isEqualTo("org.jolokia.server.core.http.AgentServlet"));
        assertThat(web.security().login()).isNotNull();
        assertThat(web.security().login().method()).isEqualTo("BASIC");
        assertThat(web.security().constraints()).isNotEmpty();
    }

    @Test
    void hawtio() throws Exception {
        WebDescriptor web = read("hawtio-war");
        assertThat(web.module().version()).isEqualTo("5.0");
        assertThat(web.code().filterMappings()).hasSizeGreaterThan(10);
        assertThat(web.code().listeners()).isNotEmpty();
    }

    @Test
    void cargoSimple() throws Exception {
        WebDescriptor web = read("simple-war");
        assertThat(web.module().version()).isEqualTo("2.4");
        assertThat(web.module().displayName()).isEqualTo("Simple Webapp");
    }
}
