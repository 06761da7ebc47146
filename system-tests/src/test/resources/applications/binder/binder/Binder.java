package binder;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/** Binds names for the cluster, one after the other, while it is asked for nothing else; and looks names up. */
@WebServlet("/*")
public final class Binder extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** The names whose bind has returned. */
    private final transient List<String> bound = new CopyOnWriteArrayList<>();

    private volatile boolean over;
    private volatile String failure = "none";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("name");
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getPathInfo(), name, request.getParameter("value")));
        } catch (NamingException e) {
            response.getWriter().print(e.getClass().getSimpleName());
        }
    }

    private Object answer(String what, String name, String value) throws NamingException {
        Context context = new InitialContext();
        switch (what) {
            case "/start":
                new Thread(() -> run(name), "binder").start();
                return "started";
            case "/stop":
                over = true;
                return failure;
            case "/bound":
                return String.join(" ", new TreeSet<>(bound));
            case "/list":
                return list(context, name);
            case "/bind":
                context.bind(name, value);
                return "ok";
            default:
                return context.lookup(name);
        }
    }

    private void run(String prefix) {
        try {
            Context context = new InitialContext();
            for (int i = 0; !over; i++) {
                String name = prefix + i;
                try {
                    context.bind(name, name);
                    bound.add(name);
                } catch (NamingException e) {
                    failure = e.toString(); // it may have happened all the same
                }
                Thread.sleep(5);
            }
        } catch (NamingException | InterruptedException e) {
            failure = e.toString();
        }
    }

    private static String list(Context context, String prefix) throws NamingException {
        TreeSet<String> names = new TreeSet<>();
        NamingEnumeration<NameClassPair> all = context.list("");
        while (all.hasMore()) {
            String name = all.next().getName();
            if (name.startsWith(prefix)) {
                names.add(name);
            }
        }
        return String.join(" ", names);
    }
}
