package io.keelson.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages (JSP) in a whole server: what two first requests make of one, and who is told what of one that does not compile. */
@Timeout(120)
class PagesServerIT {
    private static final WebApp BROKEN = WebApp.inCode()
            .file("hidden/broken.jsp", "<p>\n<%\n  nonsense of mine\n%>")
            .at("/site");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private CompletableFuture<HttpResponse<String>> ask(URI uri) {
        return client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void firstRequestsAtOnceMakeOnePage() throws Exception {
        WebApp site = WebApp.inCode().file("page.jsp", """
                        <%! public void jspInit() {
                            synchronized (getServletContext()) {
                                Integer made = (Integer) getServletContext().getAttribute("made");
                                getServletContext().setAttribute("made", made == null ? 1 : made + 1);
                            }
                        } %>made <%= application.getAttribute("made") %>""").at("/site");
        try (EmbeddedServer server = EmbeddedServer.start(site)) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                answers.add(ask(server.uri("/site/page.jsp")));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                HttpResponse<String> page = answer.get(60, TimeUnit.SECONDS);
                assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
                assertThat(page.body().strip()).isEqualTo("made 1");
            }
        }
    }

    @Test
    void theDeveloperIsShownTheLineThatDoesNotCompile() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(BROKEN)) {
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> page =
                        ask(server.uri("/site/hidden/broken.jsp")).get(60, TimeUnit.SECONDS);
                assertThat(page.statusCode()).isEqualTo(500);
                assertThat(page.body()).contains("[3]", "/hidden/broken.jsp", "nonsense of mine");
            }
        }
    }

    @Test
    void inProductionNobodyIsShownAnythingOfIt() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.builder()
                .set("production-mode", "true")
                .application(BROKEN)
                .start()) {
            HttpResponse<String> page =
                    ask(server.uri("/site/hidden/broken.jsp")).get(60, TimeUnit.SECONDS);
            assertThat(page.statusCode()).isEqualTo(500);
            assertThat(page.body()).doesNotContain("nonsense", "broken", "jasper", "Exception", "line");
            assertThat(page.headers().map().toString()).doesNotContain("jasper", "JSP");
        }
    }

    /** The page finds the descriptor as Jasper does, and says which object it is. */
    @Test
    void theStandardTagsAreReadOnceForAllApplications() throws Exception {
        WebApp one = WebApp.inCode().file("page.jsp", """
                        <% Object cache = application.getAttribute("org.apache.jasper.compiler.TldCache");
                           Object path = cache.getClass().getMethod("getTldResourcePath", String.class)
                                   .invoke(cache, "jakarta.tags.core");
                           Object library = cache.getClass().getMethod("getTaglibXml", path.getClass()).invoke(cache, path);
                        %><%= System.identityHashCode(library) %>""").at("/one");
        try (EmbeddedServer server = EmbeddedServer.start(one, one.at("/two"))) {
            String first =
                    ask(server.uri("/one/page.jsp")).get(60, TimeUnit.SECONDS).body();
            assertThat(first.strip()).matches("\\d+");
            assertThat(ask(server.uri("/two/page.jsp"))
                            .get(60, TimeUnit.SECONDS)
                            .body())
                    .isEqualTo(first);
        }
    }

    /** As users of other containers have it in their descriptors. */
    @Test
    void anApplicationMayDeclareTheServletWithParametersOfItsOwn() throws Exception {
        for (String type : List.of("", "<servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class>")) {
            WebApp site = WebApp.inCode()
                    .file("WEB-INF/web.xml", """
                            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                              <servlet><servlet-name>jsp</servlet-name>%s
                                <init-param><param-name>trimSpaces</param-name><param-value>true</param-value></init-param>
                                <init-param><param-name>modificationTestInterval</param-name><param-value>1</param-value></init-param>
                              </servlet>
                            </web-app>""".formatted(type))
                    .file("page.jsp", """
                            <%= 1 %>
                            <%= config.getInitParameter("modificationTestInterval") %>
                            <%= config.getInitParameter("compilerClassName") %>""")
                    .at("/site");
            try (EmbeddedServer server = EmbeddedServer.start(site)) {
                assertThat(ask(server.uri("/site/page.jsp"))
                                .get(60, TimeUnit.SECONDS)
                                .body())
                        .isEqualTo("11io.keelson.pages.PageCompiler");
            }
        }
    }

    /** Pages 4.0, 3.3.2: a pattern of a group of pages counts before the same pattern of a servlet. */
    @Test
    void aGroupOfPagesTakesItsPatternFromAServlet() throws Exception {
        WebApp site = WebApp.inCode()
                .classes(Hello.class)
                .file("WEB-INF/web.xml", """
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                          <servlet><servlet-name>hello</servlet-name>
                            <servlet-class>io.keelson.embedded.Hello</servlet-class></servlet>
                          <servlet-mapping><servlet-name>hello</servlet-name>
                            <url-pattern>/page.txt</url-pattern><url-pattern>/hello</url-pattern></servlet-mapping>
                          <jsp-config><jsp-property-group><url-pattern>/page.txt</url-pattern></jsp-property-group></jsp-config>
                        </web-app>""")
                .file("page.txt", "<%= 6 * 7 %>")
                .at("/site");
        try (EmbeddedServer server = EmbeddedServer.start(site)) {
            assertThat(ask(server.uri("/site/page.txt"))
                            .get(60, TimeUnit.SECONDS)
                            .body())
                    .isEqualTo("42");
            assertThat(ask(server.uri("/site/hello")).get(60, TimeUnit.SECONDS).body())
                    .startsWith("hello");
        }
    }
}
