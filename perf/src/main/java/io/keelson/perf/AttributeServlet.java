package io.keelson.perf;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A measured servlet: sets an attribute of {@code bytes} bytes in the client's session, every time other ones that do not compress, and
 * answers how often it has, in 12 digits. The count is in the attribute, so that it is read as well. With {@code bytes=0} it only reads.
 * The bytes are a piece of a pool, which costs next to nothing, or with {@code fill=random} drawn anew, which costs the application as
 * much as making an object graph does.
 */
public final class AttributeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    /** The least size of an attribute: it has the count. */
    static final int LEAST = Long.BYTES;

    /** The greatest. */
    static final int MOST = 100_000;

    /** Sources of the bytes of an attribute: pieces of a pool, or drawn. */
    static final String PIECES = "pieces";

    static final String RANDOM = "random";
    private static final String NAME = "basket";
    private static final int DIGITS = 12;
    /** Attributes are pieces of it, so that to make one costs little beside what is measured. */
    private static final byte[] POOL = new byte[128 << 10];

    static {
        new Random(1).nextBytes(POOL);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int bytes = Integer.parseInt(request.getParameter("bytes"));
        HttpSession session = request.getSession();
        byte[] before = (byte[]) session.getAttribute(NAME);
        long count = before == null ? 0 : ByteBuffer.wrap(before).getLong();
        if (bytes > 0) {
            count++;
            session.setAttribute(NAME, attribute(bytes, count, RANDOM.equals(request.getParameter("fill"))));
        }
        response.setContentType("text/plain");
        response.setContentLength(DIGITS);
        response.getOutputStream().write(digits(count));
    }

    private static byte[] attribute(int bytes, long count, boolean random) {
        byte[] attribute = new byte[bytes];
        if (random) {
            ThreadLocalRandom.current().nextBytes(attribute);
        } else {
            System.arraycopy(POOL, (int) (count * 7919 % (POOL.length - bytes)), attribute, 0, bytes);
        }
        ByteBuffer.wrap(attribute).putLong(count);
        return attribute;
    }

    private static byte[] digits(long count) {
        byte[] text = new byte[DIGITS];
        long left = count;
        for (int i = DIGITS - 1; i >= 0; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        return text;
    }
}
