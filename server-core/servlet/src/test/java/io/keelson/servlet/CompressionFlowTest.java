package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.http.HttpHeaders;
import io.keelson.servlet.compress.CompressionSettings;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.host.VirtualHosts;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed responses through the whole container. */
class CompressionFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;

    private TestWeb domain(boolean enabled, String... channels) {
        web = new TestWeb(
                directory,
                new CompressionSettings.Rules(enabled, DataSize.parse("100B"), List.of(), 6, List.of(channels)),
                VirtualHosts.NONE);
        return web;
    }

    @BeforeEach
    void on() {
        domain(true);
    }

    @AfterEach
    void stop() {
        web.close();
        web.compressors.close();
    }

    private static FakeExchange request(String method, String target, String accept) {
        FakeExchange exchange = new FakeExchange(method, target);
        return accept == null ? exchange : exchange.header("Accept-Encoding", accept);
    }

    private FakeExchange get(String target, String accept) {
        return web.send(request("GET", target, accept));
    }

    private static String header(FakeExchange exchange, String name) {
        return exchange.response().headers().get(name);
    }

    private static String gunzip(FakeExchange exchange) throws IOException {
        return new String(
                new GZIPInputStream(new ByteArrayInputStream(exchange.response().bytes())).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    /** Returns what a client can read so far of a stream that has not ended. */
    private static String readable(FakeExchange exchange) throws IOException {
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        InputStream in =
                new GZIPInputStream(new ByteArrayInputStream(exchange.response().bytes()));
        try {
            for (int b; (b = in.read()) >= 0; ) {
                got.write(b);
            }
        } catch (EOFException soFar) {
            // the rest has not been sent
        }
        return got.toString(StandardCharsets.UTF_8);
    }

    /** Writes as its parameters say. */
    public static final class Text extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int size = number(request, "size", 5000);
            String text = text(size);
            response.setContentType(request.getParameter("type") == null ? "text/plain" : request.getParameter("type"));
            response.setStatus(number(request, "status", 200));
            if (request.getParameter("field") != null) {
                String[] field = request.getParameter("field").split("=", 2);
                response.setHeader(field[0], field[1]);
            }
            if (request.getParameter("length") != null) {
                response.setContentLength(number(request, "length", 0));
            }
            int step = number(request, "step", Math.max(1, size));
            for (int i = 0; i < size; i += step) {
                response.getOutputStream().print(text.substring(i, Math.min(size, i + step)));
                if (request.getParameter("flush") != null) {
                    response.flushBuffer();
                }
            }
        }

        private static int number(HttpServletRequest request, String name, int otherwise) {
            String value = request.getParameter(name);
            return value == null ? otherwise : Integer.parseInt(value);
        }
    }

    static String text(int size) {
        StringBuilder text = new StringBuilder();
        Random random = new Random(7);
        while (text.length() < size) {
            text.append(random.nextInt(1000)).append(" bottles of beer on the wall\n");
        }
        return text.substring(0, size);
    }

    private void deployText() throws Exception {
        web.deploy(servlet("text", Text.class, "/text"));
    }

    @Test
    void aResponseOfOneWriteHasItsCompressedLength() throws Exception {
        deployText();
        FakeExchange exchange = get("/shop/text", "gzip");
        assertThat(gunzip(exchange)).isEqualTo(text(5000));
        assertThat(header(exchange, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(exchange, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(exchange.response().writes()).isEqualTo(1);
        assertThat(exchange.response().bytes().length).isLessThan(2500);
        // Who announces the length of the plain body does not lose by it.
        FakeExchange announced = get("/shop/text?length=5000", "gzip");
        assertThat(gunzip(announced)).isEqualTo(text(5000));
        assertThat(announced.response().writes()).isEqualTo(1);
        assertThat(header(announced, "Content-Length"))
                .isEqualTo(Integer.toString(announced.response().bytes().length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=100000",
                "size=100000&step=1",
                "size=100000&step=777",
                "size=30000&step=5000&flush",
                "size=100000&length=100000",
                "size=3000000&step=100000",
                "size=100",
                "size=8192",
                "size=8193"
            })
    void bodiesOfAllSizesComeThrough(String how) throws Exception {
        deployText();
        int size = Integer.parseInt(how.split("[=&]")[1]);
        FakeExchange gzip = get("/shop/text?" + how, "gzip");
        assertThat(gunzip(gzip)).isEqualTo(text(size));
        assertThat(header(gzip, "Content-Length"))
                .isIn(null, Integer.toString(gzip.response().bytes().length));
        FakeExchange deflate = get("/shop/text?" + how, "deflate");
        assertThat(header(deflate, "Content-Encoding")).isEqualTo("deflate");
        assertThat(new InflaterInputStream(
                                new ByteArrayInputStream(deflate.response().bytes()))
                        .readAllBytes())
                .isEqualTo(text(size).getBytes(StandardCharsets.UTF_8));
        assertThat(web.compressors.waiting()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, deflate, br|gzip",
                "deflate, gzip;q=0.5|deflate",
                "gzip;q=0.5, identity|",
                "gzip;q=0.5, identity;q=0.5|gzip",
                "*|gzip",
                "*;q=0|",
                "gzip;q=0|",
                "gzip;q=0, *|deflate",
                "identity|",
                "br|",
                "identity;q=0, gzip;q=0.001|gzip",
                "|"
            })
    void theClientsChoiceCounts(String accept, String coding) throws Exception {
        deployText();
        FakeExchange exchange = get("/shop/text", accept);
        assertThat(header(exchange, "Content-Encoding")).isEqualTo(coding);
        assertThat(header(exchange, "Vary")).isEqualTo("Accept-Encoding");
        if (coding == null) {
            assertThat(exchange.response().text()).isEqualTo(text(5000));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=99",
                "size=0",
                "type=image/png",
                "type=text/event-stream",
                "status=204",
                "status=206&field=Content-Range=bytes%200-4999/5000",
                "status=304",
                "field=Content-Encoding=br",
                "field=Cache-Control=public,%20No-Transform",
                "field=Content-Range=bytes%200-4999/5000",
                "field=Content-MD5=x",
                "field=Repr-Digest=x",
            })
    void whatMustNotBeTouchedIsNot(String how) throws Exception {
        deployText();
        FakeExchange exchange = get("/shop/text?" + how, "gzip");
        String coding = header(exchange, "Content-Encoding");
        assertThat(coding).isIn(null, "br");
        assertThat(header(exchange, "Vary")).isNull();
        assertThat(web.compressors.waiting()).isZero();
    }

    @Test
    void fieldsThatTellOfTheBytesAreMended() throws Exception {
        deployText();
        assertThat(header(get("/shop/text?field=ETag=%22a%22", "gzip"), "ETag")).isEqualTo("W/\"a\"");
        assertThat(header(get("/shop/text?field=ETag=W/%22a%22", "gzip"), "ETag"))
                .isEqualTo("W/\"a\"");
        assertThat(header(get("/shop/text?field=ETag=%22a%22", null), "ETag")).isEqualTo("\"a\"");
        assertThat(header(get("/shop/text?field=Accept-Ranges=bytes", "gzip"), "Accept-Ranges"))
                .isNull();
        HttpHeaders fields =
                get("/shop/text?field=Vary=Origin", "gzip").response().headers();
        assertThat(fields.all("Vary")).containsExactly("Origin", "Accept-Encoding");
        for (String vary : new String[] {"*", "Origin,accept-encoding"}) {
            assertThat(get("/shop/text?field=Vary=" + vary, "gzip")
                            .response()
                            .headers()
                            .all("Vary"))
                    .containsExactly(vary);
        }
    }

    @Test
    void headSaysWhatGetSays() throws Exception {
        deployText();
        web.file("f.txt", text(5000));
        for (String target :
                new String[] {"/shop/text", "/shop/text?length=5000", "/shop/text?size=50000", "/shop/f.txt"}) {
            for (String accept : new String[] {"gzip", null}) {
                HttpHeaders got = get(target, accept).response().headers();
                HttpHeaders head =
                        web.send(request("HEAD", target, accept)).response().headers();
                for (String field :
                        new String[] {"Content-Encoding", "Vary", "ETag", "Content-Type", "Accept-Ranges"}) {
                    assertThat(head.get(field))
                            .as("%s %s %s", target, accept, field)
                            .isEqualTo(got.get(field));
                }
            }
        }
        FakeExchange small = web.send(request("HEAD", "/shop/text?size=0", "gzip"));
        assertThat(header(small, "Content-Encoding")).isNull();
    }

    /** Flushes and then waits for the test. */
    public static final class Slowly extends HttpServlet {
        private static AsyncContext waiting;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            waiting = request.startAsync();
            response.getWriter().write("first");
            response.flushBuffer();
        }
    }

    @Test
    void whatWasFlushedCanBeRead() throws Exception {
        web.deploy(servlet("slowly", Slowly.class, "/slowly"));
        FakeExchange exchange = get("/shop/slowly", "gzip");
        assertThat(header(exchange, "Content-Encoding")).isEqualTo("gzip");
        assertThat(exchange.response().flushes()).isEqualTo(1);
        assertThat(readable(exchange)).isEqualTo("first");
        int sent = exchange.response().bytes().length;
        Slowly.waiting.getResponse().flushBuffer();
        assertThat(exchange.response().bytes()).hasSize(sent);
        Slowly.waiting.getResponse().getWriter().write(" second");
        Slowly.waiting.getResponse().flushBuffer();
        assertThat(readable(exchange)).isEqualTo("first second");
        Slowly.waiting.complete();
        web.work.run();
        assertThat(gunzip(exchange)).isEqualTo("first second");
        assertThat(web.compressors.waiting()).isEqualTo(1);
    }

    public static final class Listener extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            response.setContentType("text/plain");
            ServletOutputStream out = response.getOutputStream();
            byte[] text = text(500_000).getBytes(StandardCharsets.UTF_8);
            out.setWriteListener(new WriteListener() {
                private int at;

                @Override
                public void onWritePossible() throws IOException {
                    while (at < text.length && out.isReady()) {
                        int n = Math.min(30_000, text.length - at);
                        out.write(text, at, n);
                        at += n;
                        if (out.isReady()) {
                            out.flush();
                        }
                    }
                    if (at == text.length) {
                        context.complete();
                    }
                }

                @Override
                public void onError(Throwable failure) {
                    throw new AssertionError(failure);
                }
            });
        }
    }

    @Test
    void nonBlockingWritesStaySo() throws Exception {
        web.deploy(servlet("listener", Listener.class, "/listener"));
        FakeExchange exchange = request("GET", "/shop/listener", "gzip");
        exchange.response().writable(false);
        web.send(exchange);
        exchange.response().writable(true);
        web.work.run();
        assertThat(gunzip(exchange)).isEqualTo(text(500_000));
        assertThat(exchange.response().blockingWrites()).isZero();
        assertThat(web.compressors.waiting()).isEqualTo(1);
    }

    @Test
    void aBodyShorterThanAnnouncedIsNotTakenForWhole() throws Exception {
        deployText();
        FakeExchange exchange = get("/shop/text?size=5000&length=6000", "gzip");
        assertThat(readable(exchange).length()).isLessThan(6000);
        assertThatThrownBy(() -> gunzip(exchange)).isInstanceOf(EOFException.class);
    }

    @Test
    void theCompressorComesBackWhenTheClientGoes() throws Exception {
        deployText();
        FakeExchange exchange = request("GET", "/shop/text?size=100000&step=10000&flush", "gzip");
        exchange.response().breakOff();
        web.send(exchange);
        assertThat(web.compressors.waiting()).isEqualTo(1);
    }

    public static final class Fails extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.getWriter().write(text(20_000));
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void theCompressorComesBackWhenTheServletFails() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails"));
        FakeExchange exchange = get("/shop/fails", "gzip");
        assertThat(exchange.aborted()).isNotNull();
        assertThat(web.compressors.waiting()).isEqualTo(1);
    }

    @Test
    void errorPagesAreCompressedToo() throws Exception {
        web.file("missing.html", "<p>" + text(5000))
                .deploy("<error-page><error-code>404</error-code><location>/missing.html</location></error-page>");
        FakeExchange exchange = get("/shop/none", "gzip");
        assertThat(exchange.response().status()).isEqualTo(404);
        assertThat(gunzip(exchange)).isEqualTo("<p>" + text(5000));
    }

    @Test
    void largeFilesOfTextAreCompressedAndOthersSentFromTheFile() throws Exception {
        String text = text(300_000);
        web.file("large.js", text).file("large.bin", text).deploy("");
        FakeExchange script = get("/shop/large.js", "gzip");
        assertThat(gunzip(script)).isEqualTo(text);
        assertThat(header(script, "ETag")).startsWith("W/");
        FakeExchange image = get("/shop/large.bin", "gzip");
        assertThat(header(image, "Content-Encoding")).isNull();
        assertThat(image.response().fileBytes()).isEqualTo(300_000);
        FakeExchange range = web.send(request("GET", "/shop/large.js", "gzip").header("Range", "bytes=1000-199999"));
        assertThat(range.response().status()).isEqualTo(206);
        assertThat(header(range, "Content-Encoding")).isNull();
        assertThat(range.response().text()).isEqualTo(text.substring(1000, 200_000));
        assertThat(range.response().fileBytes()).isEqualTo(199_000);
        for (FakeExchange each : List.of(script, image, range)) {
            assertThat(each.response().opened()).isZero();
        }
    }

    @Test
    void isOffUnlessAsked() throws Exception {
        web.close();
        domain(false);
        deployText();
        FakeExchange exchange = get("/shop/text", "gzip");
        assertThat(header(exchange, "Content-Encoding")).isNull();
        assertThat(header(exchange, "Vary")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "true, , , true",
        "true, , false, false",
        "true, false, , false",
        "true, true, false, false",
        "false, , true, true",
        "false, true, , true",
        "false, false, true, true"
    })
    void theOperatorThenTheDescriptorThenTheDomain(boolean domain, Boolean descriptor, Boolean operator, boolean result)
            throws Exception {
        web.close();
        domain(domain);
        if (descriptor != null) {
            web.file(
                    "WEB-INF/weblogic.xml",
                    "<weblogic-web-app><container-descriptor><gzip-compression><enabled>" + descriptor
                            + "</enabled></gzip-compression></container-descriptor></weblogic-web-app>");
        }
        web.served(null, operator);
        deployText();
        assertThat(header(get("/shop/text", "gzip"), "Content-Encoding")).isEqualTo(result ? "gzip" : null);
    }

    @ParameterizedTest
    @CsvSource({"Default, gzip", "Another, "})
    void onlyOnTheChannelsThatAreNamed(String channel, String coding) throws Exception {
        web.close();
        domain(true, channel);
        deployText();
        assertThat(header(get("/shop/text", "gzip"), "Content-Encoding")).isEqualTo(coding);
    }

    @Test
    void weblogicXmlSaysWhatAndFromWhichSize() throws Exception {
        web.close();
        domain(false);
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><container-descriptor><gzip-compression><enabled>true</enabled>"
                        + "<min-content-length>4000</min-content-length>"
                        + "<content-type>text/html, application/*</content-type>"
                        + "</gzip-compression></container-descriptor></weblogic-web-app>");
        deployText();
        assertThat(header(get("/shop/text", "gzip"), "Content-Encoding")).isNull();
        assertThat(header(get("/shop/text?type=text/html;charset=utf-8", "gzip"), "Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(header(get("/shop/text?type=application/pdf", "gzip"), "Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(header(get("/shop/text?type=text/html&size=3999", "gzip"), "Content-Encoding"))
                .isNull();
    }
}
