package io.keelson.perf;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * The application of {@link UsersStudy}: {@code /KIND?folders=N&work=M} carries out a {@link BusinessKind} on a session of that many
 * folders, composes its page M times, and answers how often the session's folders have been changed, the check sum of what it composed,
 * and nothing of the page. A kind that needs a session where there is none is answered 409.
 */
public final class BusinessServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        BusinessKind kind = BusinessKind.valueOf(request.getPathInfo().substring(1));
        int folders = Integer.parseInt(request.getParameter("folders"));
        HttpSession session = request.getSession(kind.changes() == BusinessKind.ALL);
        if (session == null) {
            response.sendError(HttpServletResponse.SC_CONFLICT, "there is no session");
            return;
        }
        if (kind.changes() == BusinessKind.ALL) {
            for (int i = 0; i < folders; i++) {
                session.setAttribute(name(i), new BusinessFolder(name(i), 0));
            }
        }
        CRC32 sum = new CRC32();
        for (int left = Integer.parseInt(request.getParameter("work")); left > 0; left--) {
            sum.update(page(kind, folders, session));
        }
        long changed = kind.changes() == BusinessKind.ENDS ? end(folders, session) : change(kind, folders, session);
        byte[] answer = (changed + " " + sum.getValue() + "\n").getBytes(StandardCharsets.US_ASCII);
        response.setContentType("text/plain");
        response.setContentLength(answer.length);
        response.getOutputStream().write(answer);
    }

    private static String name(int folder) {
        return "folder-" + folder;
    }

    private static BusinessFolder folder(HttpSession session, int number) {
        return (BusinessFolder) Objects.requireNonNull(session.getAttribute(name(number)));
    }

    /** The page over all folders; its check sum is what keeps the work from being left out. */
    private static byte[] page(BusinessKind kind, int folders, HttpSession session) {
        StringBuilder page = new StringBuilder(128 * kind.rows());
        for (int row = 0; row < kind.rows(); row++) {
            folder(session, row % folders).compose(page, row);
        }
        return page.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Changes one folder after the other; returns how often any of the session's was changed by now. */
    private static long change(BusinessKind kind, int folders, HttpSession session) {
        long all = changes(folders, session);
        for (int i = 0; i < kind.changes(); i++) {
            int next = (int) (all % folders);
            session.setAttribute(name(next), folder(session, next).changed());
            all++;
        }
        return all;
    }

    private static long changes(int folders, HttpSession session) {
        long all = 0;
        for (int i = 0; i < folders; i++) {
            all += folder(session, i).changes();
        }
        return all;
    }

    private static long end(int folders, HttpSession session) {
        long all = changes(folders, session);
        session.invalidate();
        return all;
    }
}
