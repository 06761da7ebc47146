package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Multipart forms in servlets that a request reaches by a dispatch: the target's configuration counts, wherever the request came for. */
class DispatchedFormTest {
    private TestWeb web;

    @BeforeEach
    void start(@TempDir Path directory) {
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    /** Sends the request on in the way that its query names. */
    public static final class Front extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            String before = request.getParameter("note");
            request.setAttribute("before", before);
            String to = Objects.requireNonNullElse(request.getParameter("to"), "/parts");
            switch (Objects.requireNonNull(request.getParameter("way"))) {
                case "forward" -> request.getRequestDispatcher(to).forward(request, response);
                case "include" -> request.getRequestDispatcher(to).include(request, response);
                case "name" ->
                    getServletContext().getNamedDispatcher(to.substring(1)).forward(request, response);
                case "wrapped" ->
                    request.getRequestDispatcher(to + "?more=1")
                            .forward(new HttpServletRequestWrapper(request), response);
                case "async" -> request.startAsync().dispatch(to);
                case "twice" ->
                    request.getRequestDispatcher("/front?way=forward").forward(request, response);
                case "here" -> Parts.answer(request, response);
                default -> throw new ServletException("no such way");
            }
        }
    }

    public static final class Parts extends HttpServlet {
        static void answer(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            String seen;
            try {
                seen = request.getParts().size() + " " + request.getPart("file").getSubmittedFileName() + " "
                        + request.getParameter("note") + " "
                        + request.getParameterMap().keySet().contains("note");
            } catch (IllegalStateException e) {
                seen = "refused";
            }
            response.getWriter().print(request.getAttribute("before") + " " + seen);
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            answer(request, response);
        }
    }

    private static String servlet(String name, Class<?> type, String config) {
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type.getName()
                + "</servlet-class><async-supported>true</async-supported>" + config + "</servlet><servlet-mapping>"
                + "<servlet-name>" + name + "</servlet-name><url-pattern>/" + name + "</url-pattern></servlet-mapping>";
    }

    private static final String CONFIG = "<multipart-config><max-file-size>20</max-file-size></multipart-config>";

    private String send(String target) {
        String form = "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--x\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"x.txt\"\r\n\r\nbody\r\n--x--\r\n";
        return web.send(new FakeExchange("POST", "/shop" + target)
                        .content("multipart/form-data; boundary=x", form.getBytes(StandardCharsets.US_ASCII)))
                .response()
                .text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"forward", "include", "name", "wrapped", "async", "twice"})
    void theTargetReadsTheFormThatItIsConfiguredFor(String way) throws Exception {
        web.deploy(servlet("front", Front.class, "") + servlet("parts", Parts.class, CONFIG));
        assertThat(send("/front?way=" + way)).isEqualTo("null 2 x.txt hello true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"forward", "include", "wrapped", "async"})
    void aTargetWithoutConfigurationHasThatOfWhoDispatched(String way) throws Exception {
        web.deploy(servlet("front", Front.class, CONFIG) + servlet("parts", Parts.class, ""));
        assertThat(send("/front?way=" + way)).isEqualTo("hello 2 x.txt hello true");
    }

    @Test
    void theTargetsBoundsCount() throws Exception {
        web.deploy(servlet("front", Front.class, "") + servlet("parts", Parts.class, CONFIG.replace(">20<", ">3<")));
        assertThat(send("/front?way=forward")).isEqualTo("null refused");
    }

    @Test
    void aFormThatNobodyIsConfiguredForIsNotRead() throws Exception {
        web.deploy(servlet("front", Front.class, "") + servlet("parts", Parts.class, ""));
        assertThat(send("/front?way=forward")).isEqualTo("null refused");
        assertThat(send("/front?way=here")).isEqualTo("null refused");
    }
}
