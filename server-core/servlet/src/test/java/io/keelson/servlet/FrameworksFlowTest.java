package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what widely used frameworks expect of a container beyond the specification's words. */
class FrameworksFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() {
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class Uploads extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            try {
                request.getParts();
            } catch (IllegalStateException e) {
                StringBuilder messages = new StringBuilder();
                for (Throwable t = e; t != null; t = t.getCause()) {
                    messages.append(t.getMessage()).append('|');
                }
                response.getWriter().print(messages.toString().toLowerCase(Locale.ROOT));
            }
        }
    }

    private String refusal(String limit) throws Exception {
        web.deploy("<servlet><servlet-name>up</servlet-name><servlet-class>" + Uploads.class.getName()
                + "</servlet-class><multipart-config>" + limit + "</multipart-config></servlet>"
                + "<servlet-mapping><servlet-name>up</servlet-name><url-pattern>/up</url-pattern></servlet-mapping>");
        String form = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n" + "x".repeat(100)
                + "\r\n--b--\r\n";
        return web.send(new FakeExchange("POST", "/shop/up")
                        .content("multipart/form-data; boundary=b", form.getBytes(StandardCharsets.ISO_8859_1)))
                .response()
                .text();
    }

    /** Spring tells a form that is too large (its answer is 413) from a malformed one (500) by these words. */
    @Test
    void aPartThatIsTooLargeExceedsASize() throws Exception {
        assertThat(refusal("<max-file-size>20</max-file-size>"))
                .contains("exceed")
                .contains("size");
    }

    @Test
    void aFormThatIsTooLargeExceedsASize() throws Exception {
        assertThat(refusal("<max-request-size>20</max-request-size>"))
                .contains("exceed")
                .contains("size");
    }

    public static final class Lists extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            for (ServletRegistration registration :
                    getServletContext().getServletRegistrations().values()) {
                response.getWriter().print(registration.getName() + "=" + registration.getClassName() + ";");
            }
        }
    }

    /** MyFaces loads each class that it finds there, and reports those that it cannot as errors. */
    @Test
    void registrationsNameClassesThatTheApplicationCanLoad() throws Exception {
        web.deploy(servlet("lists", Lists.class, "/lists"));
        assertThat(web.get("/shop/lists").response().text())
                .contains("lists=" + Lists.class.getName())
                .contains("default=jakarta.servlet.http.HttpServlet");
    }
}
