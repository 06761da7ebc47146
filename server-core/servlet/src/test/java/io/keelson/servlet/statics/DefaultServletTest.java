package io.keelson.servlet.statics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.FakeHttp;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WebDescriptors;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultServletTest {
    private static final long CHANGED = 1_700_000_000_000L;
    private static final String CHANGED_TEXT = "Tue, 14 Nov 2023 22:13:20 GMT";
    private static final String ETAG = "\"a-18bcfe56800\"";

    @TempDir
    Path directory;

    private final ManualTicker ticker = new ManualTicker();
    private TestWar war;
    private TestDeployment deployment;
    private DefaultServlet servlet;

    private static final class ManualTicker implements Ticker {
        long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return CHANGED + 60_000 + nanos / 1_000_000;
        }
    }

    @BeforeEach
    void begin() throws Exception {
        war = new TestWar(directory.resolve("war"))
                .file("a.txt", "0123456789")
                .file("sub/b.html", "<p>")
                .file("empty.txt", "")
                .file("WEB-INF/secret.txt", "secret")
                .library("l.jar", "META-INF/resources/lib/c.css", "from library")
                .library("l.jar", "META-INF/resources/a.txt", "hidden by the archive's own")
                .library("l.jar", "META-INF/resources/../evil.txt", "evil");
        Files.writeString(directory.resolve("outside.txt"), "outside");
        Files.createSymbolicLink(directory.resolve("war/link.txt"), directory.resolve("outside.txt"));
        open("");
    }

    /** Deploys it with that container-descriptor of weblogic.xml. */
    private void open(String declared) throws Exception {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><container-descriptor>" + declared + "</container-descriptor></weblogic-web-app>");
        deployment = war.deployment();
        WebDescriptors.read(deployment);
        WebDescriptor web = WebDescriptors.merge(deployment);
        Files.setLastModifiedTime(directory.resolve("war/a.txt"), FileTime.fromMillis(CHANGED));
        servlet = new DefaultServlet(
                WebResources.open(deployment, web, ticker), web.server().container());
        servlet.init(new FakeHttp("/").config());
    }

    @AfterEach
    void end() throws Exception {
        deployment.close();
    }

    private FakeHttp serve(FakeHttp http) throws Exception {
        servlet.service(http.request(), http.response());
        assertThat(http.openFiles).as("files left open").isZero();
        return http;
    }

    private void configure(String name, String value) throws Exception {
        FakeHttp config = new FakeHttp("/");
        config.initParameters.put(name, value);
        servlet.init(config.config());
    }

    private FakeHttp get(String path) throws Exception {
        return serve(new FakeHttp(path));
    }

    @Test
    void sendsAFileWithWhatDescribesIt() throws Exception {
        FakeHttp http = get("/a.txt");
        assertThat(http.status).isEqualTo(200);
        assertThat(http.text()).isEqualTo("0123456789");
        assertThat(http.response("Content-Type")).isEqualTo("text/plain");
        assertThat(http.response("Content-Length")).isEqualTo("10");
        assertThat(http.response("Last-Modified")).isEqualTo(CHANGED_TEXT);
        assertThat(http.response("ETag")).isEqualTo(ETAG);
        assertThat(http.response("Accept-Ranges")).isEqualTo("bytes");
        assertThat(http.response("Vary")).isNull();
    }

    @Test
    void headHasNoBody() throws Exception {
        FakeHttp http = serve(new FakeHttp("/a.txt").method("HEAD"));
        assertThat(http.text()).isEmpty();
        assertThat(http.response("Content-Length")).isEqualTo("10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/none",
                "/a.txt/",
                "/sub/",
                "/WEB-INF/secret.txt",
                "/web-inf/secret.txt",
                "/META-INF/x",
                "/link.txt",
                "/../outside.txt",
                "/evil.txt",
                "/../evil.txt"
            })
    void whatIsNotToBeFoundIsNotFound(String path) throws Exception {
        assertThat(get(path).status).isEqualTo(404);
    }

    @Test
    void aForwardMayReachPrivateFiles() throws Exception {
        FakeHttp http = new FakeHttp("/WEB-INF/secret.txt").method("POST");
        http.dispatcher = DispatcherType.FORWARD;
        assertThat(serve(http).text()).isEqualTo("secret");
    }

    @Test
    void anIncludeOfNothingFails() throws Exception {
        FakeHttp http = new FakeHttp("/x");
        http.dispatcher = DispatcherType.INCLUDE;
        http.attributes.put(RequestDispatcher.INCLUDE_SERVLET_PATH, "/none");
        assertThatThrownBy(() -> serve(http)).isInstanceOf(FileNotFoundException.class);
        http.attributes.put(RequestDispatcher.INCLUDE_SERVLET_PATH, "/a.txt");
        assertThat(serve(http).text()).isEqualTo("0123456789");
        assertThat(http.responseHeaders).isEmpty();
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        assertThat(serve(new FakeHttp("/a.txt").method("POST")).status).isEqualTo(405);
        FakeHttp options = serve(new FakeHttp("/a.txt").method("OPTIONS"));
        assertThat(options.response("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({
        "FORWARD, POST, 200",
        "ASYNC, POST, 200",
        "ERROR, DELETE, 200",
        "FORWARD, PUT, 405",
        "ASYNC, DELETE, 405",
        "FORWARD, OPTIONS, 200",
        "REQUEST, PUT, 405"
    })
    void whatADispatchMayServe(DispatcherType dispatcher, String method, int status) throws Exception {
        FakeHttp http = new FakeHttp("/a.txt").method(method);
        http.dispatcher = dispatcher;
        assertThat(serve(http).status).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-None-Match|" + ETAG + "|304",
                "If-None-Match|W/" + ETAG + "|304",
                "If-None-Match|\"x\", " + ETAG + "|304",
                "If-None-Match|*|304",
                "If-None-Match|\"x\"|200",
                "If-Match|" + ETAG + "|200",
                "If-Match|W/" + ETAG + "|412",
                "If-Match|\"x\"|412",
                "If-Match|*|200",
                "If-Modified-Since|" + CHANGED_TEXT + "|304",
                "If-Modified-Since|Tue, 14 Nov 2023 22:13:19 GMT|200",
                "If-Modified-Since|nonsense|200",
                "If-Unmodified-Since|" + CHANGED_TEXT + "|200",
                "If-Unmodified-Since|Tue, 14 Nov 2023 22:13:19 GMT|412",
            })
    void conditions(String field, String value, int status) throws Exception {
        assertThat(serve(new FakeHttp("/a.txt").header(field, value)).status).isEqualTo(status);
    }

    @Test
    void anEntityTagComesBeforeADate() throws Exception {
        FakeHttp http =
                new FakeHttp("/a.txt").header("If-None-Match", "\"other\"").header("If-Modified-Since", CHANGED_TEXT);
        assertThat(serve(http).status).isEqualTo(200);
    }

    @Test
    void aFileThatHasJustChangedHasAWeakTag() throws Exception {
        Files.setLastModifiedTime(directory.resolve("war/a.txt"), FileTime.fromMillis(ticker.currentTimeMillis()));
        assertThat(get("/a.txt").response("ETag")).startsWith("W/\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0|206|bytes 0-0/10|0",
                "bytes=2-4|206|bytes 2-4/10|234",
                "bytes=7-|206|bytes 7-9/10|789",
                "bytes=-2|206|bytes 8-9/10|89",
                "bytes=-99|206|bytes 0-9/10|0123456789",
                "bytes=5-99|206|bytes 5-9/10|56789",
                "bytes=10-|416|bytes */10|''",
                "bytes=-0|416|bytes */10|''",
                "bytes=4-2|200||0123456789",
                "bytes=a-b|200||0123456789",
                "lines=0-1|200||0123456789",
                "bytes=0-9,0-9|200||0123456789",
            })
    void ranges(String range, int status, String contentRange, String body) throws Exception {
        FakeHttp http = serve(new FakeHttp("/a.txt").header("Range", range));
        assertThat(http.status).isEqualTo(status);
        assertThat(http.response("Content-Range")).isEqualTo(contentRange);
        assertThat(http.text()).isEqualTo(body);
        if (status == 206) {
            assertThat(http.response("Content-Length")).isEqualTo(Integer.toString(body.length()));
        }
    }

    @Test
    void severalRangesAreParts() throws Exception {
        FakeHttp http = serve(new FakeHttp("/a.txt").header("Range", "bytes=0-1, 8-"));
        assertThat(http.status).isEqualTo(206);
        String type = http.response("Content-Type");
        assertThat(type).startsWith("multipart/byteranges; boundary=");
        String boundary = type.substring(type.indexOf('=') + 1);
        assertThat(http.text())
                .isEqualTo("--" + boundary
                        + "\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n--"
                        + boundary + "\r\nContent-Type: text/plain\r\nContent-Range: bytes 8-9/10\r\n\r\n89\r\n--"
                        + boundary + "--\r\n");
        assertThat(http.response("Content-Length"))
                .isEqualTo(Integer.toString(http.text().length()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ETAG + "|206",
                "\"x\"|200",
                "W/" + ETAG + "|200",
                CHANGED_TEXT + "|206",
                "Tue, 14 Nov 2023 22:13:21 GMT|200",
            })
    void aRangeCountsOnlyForTheSameRepresentation(String ifRange, int status) throws Exception {
        FakeHttp http = new FakeHttp("/a.txt").header("Range", "bytes=0-0").header("If-Range", ifRange);
        assertThat(serve(http).status).isEqualTo(status);
    }

    @Test
    void sendsTheCompressedSiblingThatTheClientTakes() throws Exception {
        war.file("site.js", "plain").file("site.js.gz", "gzipped").file("site.js.br", "brotli");
        FakeHttp brotli = serve(new FakeHttp("/site.js").header("Accept-Encoding", "gzip, br"));
        assertThat(brotli.text()).isEqualTo("brotli");
        assertThat(brotli.response("Content-Encoding")).isEqualTo("br");
        assertThat(brotli.response("Content-Type")).isEqualTo("text/javascript");
        assertThat(brotli.response("Vary")).isEqualTo("Accept-Encoding");
        FakeHttp wanted = serve(new FakeHttp("/site.js").header("Accept-Encoding", "br;q=0.5, gzip"));
        assertThat(wanted.text()).isEqualTo("gzipped");
        FakeHttp gzip = serve(new FakeHttp("/site.js").header("Accept-Encoding", "gzip;q=0.5, br;q=0"));
        assertThat(gzip.text()).isEqualTo("gzipped");
        assertThat(gzip.response("ETag")).isNotEqualTo(brotli.response("ETag"));
        FakeHttp plain = get("/site.js");
        assertThat(plain.text()).isEqualTo("plain");
        assertThat(plain.response("Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void largeFilesGoAsRegionsUnlessAWrapperIsAroundTheResponse() throws Exception {
        byte[] large = new byte[ResourceCache.SMALL + 1];
        large[large.length - 1] = 'x';
        war.file("large.bin", large);
        FakeHttp http = serve(new FakeHttp("/large.bin").header("Range", "bytes=1-"));
        assertThat(http.fileRegionBytes).isEqualTo(large.length - 1);
        assertThat(http.body.size()).isEqualTo(large.length - 1);
        FakeHttp wrapped = new FakeHttp("/large.bin");
        servlet.service(wrapped.request(), wrapped.wrappedResponse());
        assertThat(wrapped.fileRegionBytes).isEqualTo(-1);
        assertThat(wrapped.body.toByteArray()).isEqualTo(large);
    }

    @Test
    void librariesHaveResourcesToo() throws Exception {
        FakeHttp http = get("/lib/c.css");
        assertThat(http.text()).isEqualTo("from library");
        assertThat(http.response("Content-Type")).isEqualTo("text/css");
    }

    @Test
    void aChangeIsSeenAfterASecond() throws Exception {
        assertThat(get("/sub/b.html").text()).isEqualTo("<p>");
        war.file("sub/b.html", "<h1>changed");
        assertThat(get("/sub/b.html").text()).isEqualTo("<p>");
        ticker.nanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(get("/sub/b.html").text()).isEqualTo("<h1>changed");
    }

    @Test
    void directoriesAreNotListedUnlessAsked() throws Exception {
        FakeHttp http = new FakeHttp("/sub");
        http.query = "q=1";
        assertThat(serve(http).response("Location")).isEqualTo("/shop/sub/?q=1");
        assertThat(get("/sub/").status).isEqualTo(404);
        war.file("sub/<x>&.txt", "x");
        deployment.close();
        open("<index-directory-enabled>true</index-directory-enabled>");
        FakeHttp listing = get("/sub/");
        assertThat(listing.status).isEqualTo(200);
        assertThat(listing.text())
                .contains("href=\"/shop/sub/b.html\"")
                .contains("&lt;x&gt;&amp;.txt")
                .doesNotContain("<x>");
        assertThat(get("/").text()).doesNotContain("WEB-INF");
    }

    @ParameterizedTest
    @CsvSource({"NAME, a b c", "SIZE, a c b", "LAST_MODIFIED, c a b"})
    void directoriesAreListedInTheOrderThatIsAskedFor(String order, String files) throws Exception {
        war.file("list/a.txt", "1").file("list/b.txt", "333").file("list/c.txt", "22");
        deployment.close();
        open("<index-directory-enabled>true</index-directory-enabled><index-directory-sort-by>" + order
                + "</index-directory-sort-by>");
        Files.setLastModifiedTime(directory.resolve("war/list/a.txt"), FileTime.fromMillis(CHANGED + 1000));
        Files.setLastModifiedTime(directory.resolve("war/list/b.txt"), FileTime.fromMillis(CHANGED + 2000));
        settle("/list/c.txt");
        assertThat(get("/list/").text())
                .containsSubsequence(List.of(files.split(" ")).stream()
                        .map(f -> ">" + f + ".txt<")
                        .toList());
    }

    @Test
    void aFileWhoseNameSaysNothingHasTheTypeThatWeblogicXmlGivesIt() throws Exception {
        war.file("README", "r");
        deployment.close();
        open("");
        assertThat(get("/README").response("Content-Type")).isNull();
        deployment.close();
        open("<default-mime-type>text/plain</default-mime-type>");
        assertThat(get("/README").response("Content-Type")).isEqualTo("text/plain");
        assertThat(get("/sub/b.html").response("Content-Type")).startsWith("text/html");
    }

    private void settle(String path) throws Exception {
        Files.setLastModifiedTime(directory.resolve("war" + path), FileTime.fromMillis(CHANGED));
    }

    @Test
    void aLinkDoesNotLeadIntoAPrivateDirectory() throws Exception {
        Files.createSymbolicLink(directory.resolve("war/pub"), directory.resolve("war/WEB-INF"));
        Files.createSymbolicLink(directory.resolve("war/same.txt"), directory.resolve("war/a.txt"));
        assertThat(get("/pub/secret.txt").status).isEqualTo(404);
        assertThat(get("/pub").status).isEqualTo(404);
        assertThat(get("/same.txt").text()).isEqualTo("0123456789");
    }

    @Test
    void whatIsNotThereIsNotFoundWhateverTheMethod() throws Exception {
        for (String method : new String[] {"POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"}) {
            assertThat(serve(new FakeHttp("/none").method(method)).status).isEqualTo(404);
            assertThat(serve(new FakeHttp("/WEB-INF/secret.txt").method(method)).status)
                    .isEqualTo(404);
            FakeHttp there = serve(new FakeHttp("/a.txt").method(method));
            assertThat(there.status).isEqualTo(405);
            assertThat(there.response("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        }
    }

    @Test
    void conditionsAndRangesDoNotCountForAPostThatIsForwarded() throws Exception {
        FakeHttp http = new FakeHttp("/a.txt")
                .method("POST")
                .header("If-None-Match", "*")
                .header("If-Match", "\"other\"")
                .header("Range", "bytes=0-1");
        http.dispatcher = DispatcherType.FORWARD;
        assertThat(serve(http).status).isEqualTo(200);
        assertThat(http.text()).isEqualTo("0123456789");
    }

    /** As Tomcat and other servers do it; there is no Content-Range that could be told. */
    @Test
    void anEmptyFileIsSentWholeWhateverTheRange() throws Exception {
        for (String range : new String[] {"bytes=0-", "bytes=0-0", "bytes=-1", "bytes=5-9"}) {
            FakeHttp http = serve(new FakeHttp("/empty.txt").header("Range", range));
            assertThat(http.status).as(range).isEqualTo(200);
            assertThat(http.response("Content-Length")).isEqualTo("0");
            assertThat(http.response("Content-Range")).isNull();
        }
    }

    @Test
    void aFileThatChangedSinceItWasSeenIsLookedAtAgain() throws Exception {
        byte[] large = new byte[100_000];
        war.file("large.bin", large).file("small.bin", new byte[100]);
        assertThat(get("/large.bin").response("Content-Length")).isEqualTo("100000");
        serve(new FakeHttp("/small.bin").method("HEAD"));
        // Within the second in which a file is not looked at.
        war.file("large.bin", new byte[70_000]).file("small.bin", new byte[90]);
        for (String[] both : new String[][] {{"/large.bin", "70000"}, {"/small.bin", "90"}}) {
            FakeHttp http = get(both[0]);
            assertThat(http.response("Content-Length")).isEqualTo(both[1]);
            assertThat(http.response("ETag")).contains("\"" + Long.toHexString(Long.parseLong(both[1])) + "-");
            assertThat(http.body.size()).isEqualTo(Integer.parseInt(both[1]));
        }
        Files.delete(directory.resolve("war/large.bin"));
        assertThat(get("/large.bin").status).isEqualTo(404);
    }

    @Test
    void severalRangesOfALargeFileAreSentFromTheFile() throws Exception {
        byte[] large = new byte[500_000];
        java.util.Arrays.fill(large, 300_000, 400_000, (byte) 'y');
        war.file("large.bin", large);
        FakeHttp http = serve(new FakeHttp("/large.bin").header("Range", "bytes=0-9,300000-399999"));
        assertThat(http.status).isEqualTo(206);
        assertThat(http.fileRegionBytes).isEqualTo(100_000);
        assertThat(http.response("Content-Length")).isEqualTo(Integer.toString(http.body.size()));
        assertThat(http.text()).contains("Content-Range: bytes 300000-399999/500000\r\n\r\nyyyy");
    }

    @Test
    void rangesAreThoseOfTheFormThatIsSent() throws Exception {
        war.file("b.js", "plain text").file("b.js.gz", "gz");
        FakeHttp http =
                serve(new FakeHttp("/b.js").header("Accept-Encoding", "gzip").header("Range", "bytes=1-1"));
        assertThat(http.status).isEqualTo(206);
        assertThat(http.text()).isEqualTo("z");
        assertThat(http.response("Content-Range")).isEqualTo("bytes 1-1/2");
        assertThat(http.response("Content-Encoding")).isEqualTo("gzip");
        FakeHttp unsatisfiable =
                serve(new FakeHttp("/b.js").header("Accept-Encoding", "gzip").header("Range", "bytes=5-"));
        assertThat(unsatisfiable.status).isEqualTo(416);
        assertThat(unsatisfiable.response("Content-Range")).isEqualTo("bytes */2");
    }

    @Test
    void eachFormHasItsOwnTag() throws Exception {
        war.file("b.js", "same").file("b.js.gz", "size").file("b.js.br", "four");
        settle("/b.js");
        settle("/b.js.gz");
        settle("/b.js.br");
        java.util.Set<String> tags = new java.util.HashSet<>();
        for (String coding : new String[] {"identity", "gzip", "br"}) {
            FakeHttp http = serve(new FakeHttp("/b.js").header("Accept-Encoding", coding));
            assertThat(tags.add(http.response("ETag"))).isTrue();
            assertThat(serve(new FakeHttp("/b.js")
                                    .header("Accept-Encoding", coding)
                                    .header("If-None-Match", http.response("ETag")))
                            .status)
                    .isEqualTo(304);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"false|plain", "true|brotli", "gzip=.gz|gzipped", "zstd=.zst,br=.br|zstandard"})
    void whichFormsAreLookedForCanBeSaid(String value, String sent) throws Exception {
        war.file("b.js", "plain")
                .file("b.js.gz", "gzipped")
                .file("b.js.br", "brotli")
                .file("b.js.zst", "zstandard");
        configure("precompressed", value);
        assertThat(serve(new FakeHttp("/b.js").header("Accept-Encoding", "br, zstd, gzip"))
                        .text())
                .isEqualTo(sent);
    }

    @Test
    void initParametersOfOtherContainersAreUnderstood() throws Exception {
        configure("fileEncoding", "utf-8");
        assertThat(get("/a.txt").response("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        configure("cacheControl", "max-age=60");
        war.file("c.png", "x");
        assertThat(get("/c.png").response("Cache-Control")).isEqualTo("max-age=60");
        assertThat(get("/c.png").response("Content-Type")).isEqualTo("image/png");
        configure("useAcceptRanges", "false");
        assertThat(get("/a.txt").response("Accept-Ranges")).isNull();
        configure("sendfileSize", "-1");
        war.file("large.bin", new byte[100_000]);
        assertThat(get("/large.bin").fileRegionBytes).isEqualTo(-1);
        assertThat(get("/large.bin").body.size()).isEqualTo(100_000);
        for (String[] wrong :
                new String[][] {{"fileEncoding", "klingon"}, {"precompressed", "br"}, {"sendfileSize", "big"}}) {
            assertThatThrownBy(() -> configure(wrong[0], wrong[1]))
                    .isInstanceOf(jakarta.servlet.ServletException.class)
                    .hasMessageContaining(wrong[0]);
        }
    }

    @Test
    void manyOrOverlappingRangesAreTheWhole() throws Exception {
        StringBuilder many = new StringBuilder("bytes=0-0");
        many.append(",1-1".repeat(ByteRange.MOST));
        assertThat(serve(new FakeHttp("/a.txt").header("Range", many.toString())).status)
                .isEqualTo(200);
        assertThat(serve(new FakeHttp("/a.txt").header("Range", "bytes=0-,0-,0-,0-")).status)
                .isEqualTo(200);
        assertThat(serve(new FakeHttp("/a.txt").header("Range", "bytes=9-9,0-0")).status)
                .isEqualTo(206);
    }
}
