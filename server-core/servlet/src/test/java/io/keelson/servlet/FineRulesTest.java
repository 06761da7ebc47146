package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of the specification and of the API's javadoc that few applications meet. */
class FineRulesTest {
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

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static final class Late extends HttpServlet {
        @Override
        public void init() {
            try {
                getServletContext().addServlet("more", Late.class);
            } catch (IllegalStateException e) {
                getServletContext().setAttribute("refused", "servlet");
            }
            try {
                getServletContext().getServletRegistration("late").addMapping("/more");
            } catch (IllegalStateException e) {
                getServletContext().setAttribute("refused", getServletContext().getAttribute("refused") + " mapping");
            }
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(getServletContext().getAttribute("refused"));
        }
    }

    /** 4.4: once the context has been initialised it would be mapped nowhere. */
    @Test
    void aServletCannotBeAddedWhereItWouldHaveNoEffect() throws Exception {
        web.deploy(
                "<servlet><servlet-name>late</servlet-name><servlet-class>" + Late.class.getName()
                        + "</servlet-class><load-on-startup>1</load-on-startup></servlet>"
                        + "<servlet-mapping><servlet-name>late</servlet-name><url-pattern>/late</url-pattern></servlet-mapping>");
        assertThat(web.get("/shop/late").response().text()).isEqualTo("servlet mapping");
    }

    public static final class Same extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendRedirect(request.getParameter("to"));
        }
    }

    /** RFC 3986, 5.2.2. */
    @Test
    void anEmptyLocationIsTheSameDocument() throws Exception {
        web.deploy(servlet("same", Same.class, "/same"));
        assertThat(web.get("/shop/same?to=").response().headers().get("Location"))
                .isEqualTo("http://shop.example:8080/shop/same?to=");
        assertThat(web.get("/shop/same?to=%23part").response().headers().get("Location"))
                .isEqualTo("http://shop.example:8080/shop/same?to=%23part#part");
        assertThat(web.get("/shop/same?to=?b").response().headers().get("Location"))
                .isEqualTo("http://shop.example:8080/shop/same?b");
    }

    public static final class Reading extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ServletInputStream in = request.getInputStream();
            ByteBuffer heap = ByteBuffer.allocate(8).position(3);
            int first = in.read(heap);
            String read = StandardCharsets.ISO_8859_1.decode(heap.duplicate()).toString();
            ByteBuffer direct = ByteBuffer.allocateDirect(8);
            int second = in.read(direct);
            response.getWriter()
                    .print(first + " " + heap.position() + " " + heap.limit() + " " + read + " " + second + " "
                            + StandardCharsets.ISO_8859_1.decode(direct) + " " + in.read(ByteBuffer.allocate(1)) + " "
                            + in.read(ByteBuffer.allocate(0)));
        }
    }

    /** The position stays, the limit is behind what was read. */
    @Test
    void aBufferIsReadIntoAsTheJavadocSays() throws Exception {
        web.deploy(servlet("reading", Reading.class, "/reading"));
        FakeExchange exchange = new FakeExchange("POST", "/shop/reading").content("text/plain", bytes("hello you"));
        assertThat(web.send(exchange).response().text()).isEqualTo("5 3 8 hello 4  you -1 0");
    }

    public static final class Listening extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    StringBuilder refused = new StringBuilder();
                    refused.append(refused(in::readAllBytes)).append(refused(() -> in.readNBytes(3)));
                    refused.append(refused(() -> in.readNBytes(new byte[3], 0, 3)));
                    refused.append(refused(() -> in.readLine(new byte[3], 0, 3)));
                    while (in.isReady() && in.read() >= 0) {
                        // to the end
                    }
                    response.getWriter().print(refused);
                }

                @Override
                public void onAllDataRead() {
                    context.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    context.complete();
                }
            });
        }

        private interface Call {
            Object make() throws IOException;
        }

        private static String refused(Call call) throws IOException {
            try {
                return String.valueOf(call.make());
            } catch (IllegalStateException e) {
                return "refused ";
            }
        }
    }

    @Test
    void whatWaitsForDataIsRefusedWhereThereIsAListener() throws Exception {
        web.deploy(servlet("listening", Listening.class, "/listening"));
        FakeExchange exchange = new FakeExchange("POST", "/shop/listening").content("text/plain", bytes("hello"));
        assertThat(web.send(exchange).response().text()).isEqualTo("refused refused refused refused ");
    }

    public static final class Kept extends HttpServlet {
        static final class Wrapper extends HttpServletRequestWrapper {
            Wrapper(HttpServletRequest request) {
                super(request);
            }
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                ServletRequest wrapper = new Wrapper(request);
                request.setAttribute("wrapper", wrapper);
                request.startAsync(wrapper, response).dispatch("/kept");
            } else {
                AsyncContext context = request.startAsync();
                response.getWriter().print(context.getRequest() == request.getAttribute("wrapper"));
                context.complete();
            }
        }
    }

    /** ServletRequest.startAsync(ServletRequest, ServletResponse): what was given is locked in. */
    @Test
    void whatWasGivenToStartAsyncStays() throws Exception {
        web.deploy(servlet("kept", Kept.class, "/kept"));
        assertThat(web.get("/shop/kept").response().text()).isEqualTo("true");
    }

    public static final class Where extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.getRequestURI() + " " + request.getServletPath());
        }
    }

    @Test
    void aWelcomeFileStandsBeforeTheParametersOfThePath() throws Exception {
        web.file("dir/index.where", "");
        web.deploy(servlet("where", Where.class, "*.where")
                + "<welcome-file-list><welcome-file>index.where</welcome-file></welcome-file-list>");
        assertThat(web.get("/shop/dir/;jsessionid=x").response().text())
                .isEqualTo("/shop/dir/index.where;jsessionid=x /dir/index.where");
    }

    public static final class Locales extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.setLocale(Locale.JAPANESE);
            String mapped = response.getContentType();
            response.setLocale(Locale.ENGLISH);
            response.getWriter().print(mapped + " then " + response.getContentType());
        }
    }

    /** ServletResponse.setLocale: the charset is that of the locale that counts. */
    @Test
    void theCharsetOfALocaleGoesWithIt() throws Exception {
        web.deploy(servlet("locales", Locales.class, "/locales")
                + "<locale-encoding-mapping-list><locale-encoding-mapping><locale>ja</locale>"
                + "<encoding>Shift_JIS</encoding></locale-encoding-mapping></locale-encoding-mapping-list>");
        assertThat(web.get("/shop/locales").response().text())
                .isEqualTo("text/plain;charset=Shift_JIS then text/plain;charset=ISO-8859-1");
    }

    public static final class NoName extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                getServletContext().setInitParameter(null, "a");
            } catch (NullPointerException e) {
                response.getWriter().print("no name");
            }
        }
    }

    /** ServletContext.setInitParameter: the name is looked at before the state. */
    @Test
    void aParameterWithoutANameIsRefusedAsSuch() throws Exception {
        web.deploy(servlet("noname", NoName.class, "/noname"));
        assertThat(web.get("/shop/noname").response().text()).isEqualTo("no name");
    }

    public static final class Unmapped extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setLocale(Locale.JAPANESE);
            String japanese = response.getCharacterEncoding();
            response.setLocale(Locale.FRENCH);
            response.getWriter().print(japanese + " then " + response.getCharacterEncoding());
        }
    }

    /** 5.6: where nothing is configured, the container has a charset for a locale that ISO-8859-1 is not enough for. */
    @Test
    void aLocaleThatNeedsItHasACharset() throws Exception {
        web.deploy(servlet("unmapped", Unmapped.class, "/unmapped"));
        assertThat(web.get("/shop/unmapped").response().text()).isEqualTo("Shift_JIS then ISO-8859-1");
    }

    @Test
    void aCharsetForAllResponsesComesBeforeThatOfTheLocale() throws Exception {
        web.deploy(servlet("unmapped", Unmapped.class, "/unmapped")
                + "<response-character-encoding>UTF-8</response-character-encoding>");
        assertThat(web.get("/shop/unmapped").response().text()).isEqualTo("UTF-8 then UTF-8");
    }

    public static final class ToRoot extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            getServletContext().getRequestDispatcher("").forward(request, response);
        }
    }

    /** 9.1: the empty path is the context root. */
    @Test
    void anEmptyPathIsDispatchedToTheRoot() throws Exception {
        web.file("index.where", "");
        web.deploy(servlet("where", Where.class, "*.where") + servlet("root", ToRoot.class, "/root")
                + "<welcome-file-list><welcome-file>index.where</welcome-file></welcome-file-list>");
        assertThat(web.get("/shop/root").response().text()).isEqualTo("/shop/index.where /index.where");
    }

    public static final class Failing extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                request.startAsync().dispatch("/failing/again");
            } else {
                response.sendError(409);
            }
        }
    }

    public static final class Page extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getAttribute(AsyncContext.ASYNC_REQUEST_URI) + " "
                            + request.getAttribute(AsyncContext.ASYNC_QUERY_STRING) + " "
                            + request.getAttribute(AsyncContext.ASYNC_PATH_INFO));
        }
    }

    /** 9.7.2: the attributes are the request's, so that an error page sees them too. */
    @Test
    void anErrorPageSeesWhereAnAsynchronousRequestCameTo() throws Exception {
        web.deploy(servlet("failing", Failing.class, "/failing/*") + servlet("page", Page.class, "/page")
                + "<error-page><error-code>409</error-code><location>/page</location></error-page>");
        assertThat(web.get("/shop/failing/first?a=b").response().text()).isEqualTo("/shop/failing/first a=b /first");
    }

    public static final class Real extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ServletContext context = getServletContext();
            response.getWriter()
                    .print(context.getRealPath("/").endsWith(File.separator) + " "
                            + context.getRealPath("/dir/").equals(context.getRealPath("/dir") + File.separator) + " "
                            + context.getRealPath("/none").endsWith("none"));
        }
    }

    /** Applications append names to it, as other containers let them. */
    @Test
    void theRealPathOfADirectoryEndsAsItWasAskedFor() throws Exception {
        web.file("dir/x", "");
        web.deploy(servlet("real", Real.class, "/real"));
        assertThat(web.get("/shop/real").response().text()).isEqualTo("true true true");
    }

    public static final class Trailing extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            boolean before = request.isTrailerFieldsReady();
            request.getInputStream().readAllBytes();
            response.getWriter()
                    .print(before + " " + request.isTrailerFieldsReady() + " " + request.getTrailerFields());
        }
    }

    /** HttpServletRequest.isTrailerFieldsReady: at once only where there can be none. */
    @Test
    void aStreamSaysAtItsEndWhichTrailerFieldsItHas() throws Exception {
        web.deploy(servlet("trailing", Trailing.class, "/trailing"));
        FakeExchange stream = new FakeExchange("POST", "/shop/trailing").http2();
        stream.body().feed(bytes("a"));
        stream.body().end();
        stream.body().trailers().add("Sum", "1");
        assertThat(web.send(stream).response().text()).isEqualTo("false true {sum=1}");
        FakeExchange plain = new FakeExchange("POST", "/shop/trailing").content("text/plain", bytes("a"));
        assertThat(web.send(plain).response().text()).isEqualTo("true true {}");
    }

    public static final class Below extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String context = request.getContextPath();
            response.getWriter().print(context + " " + request.getRequestURI().substring(context.length()));
        }
    }

    /** 3.6: what applications take off the front of the URI is all of the context path, parameters too; they look at the rest. */
    @Test
    void theContextPathIsAsItWasWritten() throws Exception {
        web.deploy(servlet("below", Below.class, "/below"));
        assertThat(web.get("/shop/below").response().text()).isEqualTo("/shop /below");
        assertThat(web.get("/shop;a=b/below").response().text()).isEqualTo("/shop;a=b /below");
        assertThat(web.get("/%73hop/below").response().text()).isEqualTo("/%73hop /below");
    }
}
