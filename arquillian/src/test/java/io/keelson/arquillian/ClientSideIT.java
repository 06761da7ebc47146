package io.keelson.arquillian;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that talk to their applications from outside, as users write them. */
@ExtendWith(ArquillianExtension.class)
class ClientSideIT {
    @Deployment(name = "first", testable = false)
    static WebArchive first() {
        return ShrinkWrap.create(WebArchive.class, "first.war").addClass(Greeting.class);
    }

    @Deployment(name = "second", testable = false)
    static WebArchive second() {
        return ShrinkWrap.create(WebArchive.class, "the second (2).war").addClass(Greeting.class);
    }

    @Test
    void urlLeadsToTheApplication(@ArquillianResource @OperateOnDeployment("first") URL url) throws Exception {
        assertThat(url.getPath()).isEqualTo("/first/");
        assertThat(get(url.toURI().resolve("greeting"))).startsWith("hello from /first,");
    }

    @Test
    void urlOfAServletIsAskedForByItsClass(@ArquillianResource(Greeting.class) @OperateOnDeployment("first") URL url)
            throws Exception {
        assertThat(get(url.toURI().resolve("greeting"))).startsWith("hello from /first,");
    }

    @Test
    void archiveOfAnyNameIsDeployed(@ArquillianResource @OperateOnDeployment("second") URL url) throws Exception {
        assertThat(get(url.toURI().resolve("greeting")))
                .startsWith("hello from " + url.getPath().replaceAll("/$", ""));
    }

    static String get(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
