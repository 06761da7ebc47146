package library;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

/** Does what a test asks for and answers with a line. */
@WebServlet("/do/*")
public class LibraryServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    Shelf shelf;

    @Resource(lookup = "java:comp/UserTransaction")
    transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        String answer;
        try {
            answer = answer(request.getPathInfo().substring(1), request.getParameter("name"));
        } catch (Exception e) {
            answer = e.getClass().getName() + ": " + e.getMessage();
        }
        response.getWriter().print(answer);
    }

    private String answer(String action, String name) throws Exception {
        Library library = shelf.library();
        switch (action) {
            case "add":
                library.insert(new Book(name, name, 10));
                return "added";
            case "add-and-roll-back":
                transaction.begin();
                library.insert(new Book(name, name, 10));
                String seen = shelf.titles();
                transaction.rollback();
                return seen;
            case "add-two":
                shelf.addTwo(name, "old");
                return "added";
            case "add-all":
                shelf.addAll(name, "old");
                return "added";
            case "titles":
                return shelf.titles();
            case "sorted":
                return shelf.sorted();
            case "streamed":
                return shelf.streamed();
            case "two-ways":
                return shelf.twoWays(name);
            case "last":
                return String.valueOf(shelf.last().isOpen());
            case "request":
                return shelf.asked();
            case "thread":
                return CompletableFuture.supplyAsync(shelf::titles).get();
            case "thread-add":
                return CompletableFuture.supplyAsync(() -> library.insert(new Book(name, name, 10)))
                        .thenApply(book -> "added")
                        .get();
            case "together":
                transaction.begin();
                library.insert(new Book(name, name, 10));
                boolean there = library.findById(name).isPresent();
                transaction.commit();
                return there ? "added" : "missing";
            case "stale":
                shelf.stale(name);
                return "written";
            case "only":
                return library.only(Integer.parseInt(name)).title;
            case "grow":
                return String.valueOf(library.grow(Integer.parseInt(name)));
            case "prune":
                return String.valueOf(library.prune(Integer.parseInt(name)));
            case "remove":
                library.remove(name);
                return "removed";
            case "delete":
                library.deleteById(name);
                return "deleted";
            case "counted":
                return shelf.counted();
            case "counted-without-transaction":
                return String.valueOf(library.counted());
            case "close":
                library.session().close();
                return String.valueOf(library.session().isOpen());
            case "remember":
                System.getProperties().put(name, new WeakReference<>(getClass().getClassLoader()));
                return "remembered";
            default:
                return "unknown";
        }
    }
}
