package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A form that could not be read stays one: what is left of its body is not taken for the whole of it (Servlet 6.1, 3.1 and 3.2). */
class UnreadableFormTest {
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

    private interface Call {
        Object make() throws IOException, ServletException;
    }

    private static String tried(Call call) throws IOException, ServletException {
        try {
            return String.valueOf(call.make());
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    public static final class Asks extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            String seen = tried(() -> request.getParameter("b")) + " " + tried(() -> request.getParameter("b")) + " "
                    + tried(() -> request.getParameterMap().keySet());
            if (request.getContentType().startsWith("multipart")) {
                seen += " " + tried(() -> request.getParts().size()) + " " + tried(() -> request.getPart("b"));
            }
            response.getWriter().print(seen);
        }
    }

    @Test
    void partsBehindOneThatIsTooLargeAreNotTheForm() throws Exception {
        web.deploy(
                "<servlet><servlet-name>asks</servlet-name><servlet-class>" + Asks.class.getName()
                        + "</servlet-class><multipart-config><max-file-size>20</max-file-size></multipart-config></servlet>"
                        + "<servlet-mapping><servlet-name>asks</servlet-name><url-pattern>/asks</url-pattern></servlet-mapping>");
        String form = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + "a".repeat(30_000)
                + "\r\n--x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nlast\r\n--x--\r\n";
        FakeExchange exchange = new FakeExchange("POST", "/shop/asks")
                .content("multipart/form-data; boundary=x", form.getBytes(StandardCharsets.US_ASCII));
        assertThat(web.send(exchange).response().text()).isEqualTo("refused refused refused refused refused");
    }

    @Test
    void parametersBehindOneThatIsMalformedAreNotTheForm() throws Exception {
        web.deploy(servlet("asks", Asks.class, "/asks"));
        FakeExchange exchange = new FakeExchange("POST", "/shop/asks").form("a=%zz&b=last");
        assertThat(web.send(exchange).response().text()).isEqualTo("refused refused refused");
    }

    @Test
    void parametersOfTheQueryAreNotThoseOfAFormThatIsMalformed() throws Exception {
        web.deploy(servlet("asks", Asks.class, "/asks"));
        FakeExchange exchange = new FakeExchange("POST", "/shop/asks?b=query").form("a=%zz");
        assertThat(web.send(exchange).response().text()).isEqualTo("refused refused refused");
    }
}
