package io.keelson.ee.jcache.lending;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import javax.cache.Caching;

/** Does what its path says, and answers with what came of it. */
@WebServlet("/do/*")
public class Desk extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    private transient Lending lending;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(tried(() -> answer(request.getPathInfo().substring(1))));
    }

    private static String tried(Callable<String> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    private String done(Runnable call) {
        return tried(() -> {
            call.run();
            return "done";
        });
    }

    private String answer(String what) {
        return switch (what) {
            case "result" ->
                lending.find("a", 1)
                        + ' '
                        + lending.find("a", 1)
                        + ' '
                        + lending.find("a", 2)
                        + ' '
                        + lending.findAgain("a", 1, new Object())
                        + ' '
                        + lending.calls();
            case "fresh" -> lending.find("b", 1) + ' ' + lending.fresh("b", 1) + ' ' + lending.find("b", 1);
            case "put" -> {
                lending.replace("c", 1, "put");
                String put = lending.find("c", 1);
                String before = done(() -> lending.replaceBefore("c", 1, "before")) + ' ' + lending.find("c", 1);
                String not = done(() -> lending.replaceThough("c", 1, "though", false)) + ' ' + lending.find("c", 1);
                done(() -> lending.replaceThough("c", 1, "though", true));
                // One more parameter, and so another key.
                yield put + ", " + before + ", " + not + ", "
                        + Caching.getCachingProvider()
                                .getCacheManager()
                                .getCache("lending")
                                .iterator()
                                .hasNext();
            }
            case "remove" -> {
                lending.replace("d", 1, "there");
                lending.replace("d", 2, "there");
                String kept = done(() -> lending.forgetIfWell("d", 1)) + ' ' + lending.find("d", 1);
                done(() -> lending.forgetUnless("d", 1));
                boolean gone = !lending.find("d", 1).equals("there");
                lending.forget("d", 2);
                boolean too = !lending.find("d", 2).equals("there");
                lending.replace("d", 3, "there");
                lending.forgetAll();
                yield kept
                        + ' '
                        + gone
                        + ' '
                        + too
                        + ' '
                        + !lending.find("d", 3).equals("there");
            }
            case "broken" -> {
                int before = lending.calls();
                String one = tried(() -> lending.broken("argument"));
                String same = tried(() -> lending.broken("argument"));
                tried(() -> lending.broken("state"));
                tried(() -> lending.broken("state"));
                yield one.equals(same) + " " + one.startsWith("IllegalArgumentException: call ") + ' '
                        + (lending.calls() - before);
            }
            case "shared" ->
                lending.shared("k").equals(lending.shared("k")) + " "
                        + lending.sharedByParts("a", "bc").equals(lending.sharedByParts("ab", "c")) + ' '
                        + tried(() -> lending.sharedByObject(new Object()));
            case "custom" ->
                lending.byFirstLetter("apple").equals(lending.byFirstLetter("ant")) + " "
                        + lending.byFirstLetter("bee").startsWith("bee#") + ' '
                        + (Caching.getCachingProvider().getCacheManager().getCache("chosen-any") != null);
            case "nothing" -> {
                int before = lending.calls();
                yield lending.nothing("k") + " " + lending.nothing("k") + ' ' + (lending.calls() - before);
            }
            default -> "what?";
        };
    }
}
