package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text of every kind arrives whole, however it is cut and wherever the buffer ends (Servlet 6.1, 5.1, 5.6). */
class ResponseWriterTest {
    private static final String TEXT = text(12_000);
    private static final char[] CHARACTERS = TEXT.toCharArray();

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

    /** Mostly ASCII in runs of any length, with accents, signs of three bytes and surrogate pairs between them. */
    private static String text(int length) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int run = random.nextInt(9) == 0 ? random.nextInt(3000) : random.nextInt(30);
            text.append("abcdefghijklmnopqrstuvwxyz ".repeat(run / 27 + 1), 0, run);
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> 'é';
                        case 1 -> '€';
                        case 2 -> 0x1F6A2;
                        default -> '!';
                    });
        }
        return text.toString();
    }

    /** Writes the text in pieces of one size, as strings, arrays or single characters. */
    public static final class Pieces extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.setCharacterEncoding(request.getParameter("charset"));
            response.setBufferSize(Integer.parseInt(request.getParameter("buffer")));
            int size = Integer.parseInt(request.getParameter("size"));
            PrintWriter out = response.getWriter();
            for (int i = 0; i < TEXT.length(); i += size) {
                int end = Math.min(TEXT.length(), i + size);
                switch (request.getParameter("as")) {
                    case "string" -> out.write(TEXT, i, end - i);
                    case "array" -> out.write(CHARACTERS, i, end - i);
                    default -> TEXT.substring(i, end).chars().forEach(out::write);
                }
            }
        }
    }

    static Stream<String> pieces() {
        return Stream.of("string", "array", "character")
                .flatMap(as -> Stream.of(1, 511, 513, 8192, 100_000).map(size -> "as=" + as + "&size=" + size))
                .flatMap(query -> Stream.of("UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16BE")
                        .map(charset -> query + "&charset=" + charset))
                .flatMap(query -> Stream.of(query + "&buffer=64", query + "&buffer=20000"));
    }

    @ParameterizedTest
    @MethodSource("pieces")
    void textArrivesWhole(String query) throws Exception {
        web.deploy(servlet("pieces", Pieces.class, "/pieces"));
        FakeExchange exchange = web.get("/shop/pieces?" + query);
        Charset charset = Charset.forName(query.replaceAll(".*charset=([^&]*).*", "$1"));
        assertThat(new String(exchange.response().bytes(), charset))
                .isEqualTo(new String(TEXT.getBytes(charset), charset));
        assertThat(exchange.response().ended()).isTrue();
    }

    /** Announces fewer bytes than it writes, then asks for an error, which is not to be had any more. */
    public static final class TooMuch extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain;charset=UTF-8");
            response.setContentLength(10_000);
            response.getWriter().write("x".repeat(9_990));
            response.getWriter().write("0123456789é and more".toCharArray());
            response.getWriter().write("more");
        }
    }

    @Test
    void whatGoesBeyondTheAnnouncedLengthIsDropped() throws Exception {
        web.deploy(servlet("much", TooMuch.class, "/much"));
        FakeExchange exchange = web.get("/shop/much");
        assertThat(exchange.response().text()).isEqualTo("x".repeat(9_990) + "0123456789");
        assertThat(exchange.response().ended()).isTrue();
    }
}
