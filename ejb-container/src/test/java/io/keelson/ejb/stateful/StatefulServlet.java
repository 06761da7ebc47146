package io.keelson.ejb.stateful;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;

/** Calls beans as the path says. */
@WebServlet("/call/*")
public class StatefulServlet extends HttpServlet {
    private final Map<String, Shelf> shelves = new ConcurrentHashMap<>();
    private final Map<String, Desk> desks = new ConcurrentHashMap<>();

    @EJB
    private Clerk clerk;

    @EJB
    private OwnDesk own;

    @Resource
    private UserTransaction user;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        String[] words = request.getPathInfo().substring(1).split("/");
        try {
            response.getWriter().print(answer(words));
        } catch (Exception e) {
            response.getWriter().print(describe(e));
        }
    }

    private static String describe(Throwable e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private Shelf shelf(String name) throws Exception {
        Shelf there = shelves.get(name);
        if (there == null) {
            there = (Shelf) new InitialContext().lookup("java:module/Shelf");
            shelves.put(name, there);
        }
        return there;
    }

    private Desk desk(String name) throws Exception {
        Desk there = desks.get(name);
        if (there == null) {
            there = (Desk) new InitialContext().lookup("java:module/Desk");
            desks.put(name, there);
        }
        return there;
    }

    private Object answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "add" -> {
                shelf(words[1]).add(words[2]);
                yield "added";
            }
            case "label" -> {
                shelf(words[1]).label(words[2]);
                yield "labelled";
            }
            case "hold" -> {
                shelf(words[1]).hold(new Object());
                yield "held";
            }
            case "content" -> shelf(words[1]).content();
            case "remove" -> {
                shelf(words[1]).remove();
                yield "removed";
            }
            case "seen" -> Shelf.EVENTS;
            case "text" -> desk(words[1]).text();
            case "events" -> {
                String all = Shelf.EVENTS.toString();
                Shelf.EVENTS.clear();
                yield all;
            }
            case "conversation" -> {
                Desk desk = desk(words[1]);
                desk.begin(words[1], "first");
                String before = clerk.stored(words[1]);
                String within = desk.commit();
                String after = clerk.stored(words[1]);
                desk.change("second");
                yield before + ", " + within + ", " + after + ", " + clerk.stored(words[1]) + ", " + desk.commit()
                        + ", " + clerk.stored(words[1]);
            }
            case "shared" -> {
                Desk desk = desk(words[1]);
                desk.begin(words[1], "first");
                yield desk.shared(words[1]);
            }
            case "inherited" -> {
                Desk desk = desk(words[1]);
                desk.begin(words[1], "first");
                desk.commit();
                Drawer drawer = desk.drawer();
                desk.remove();
                Note kept = drawer.find(words[1]);
                String open = kept.text() + " " + drawer.has(kept);
                drawer.remove();
                yield open;
            }
            case "conflict" -> {
                Desk desk = desk(words[1]);
                desk.begin(words[1], "first");
                desk.commit();
                user.begin();
                try {
                    yield clerk.conflict(words[1], desk);
                } catch (Exception e) {
                    yield describe(e) + " then " + status();
                } finally {
                    if (user.getStatus() != 6) {
                        user.rollback();
                    }
                }
            }
            case "own" -> {
                own.keep(words[1], "mine");
                yield clerk.stored(words[1]);
            }
            case "left" -> {
                OwnDesk gone = (OwnDesk) new InitialContext().lookup("java:module/OwnDesk");
                yield gone.leave(words[1]) + " " + OwnDesk.left() + " " + clerk.stored(words[1]);
            }
            default -> "what is " + words[0] + "?";
        };
    }

    private String status() {
        try {
            return String.valueOf(user.getStatus());
        } catch (Exception e) {
            return describe(e);
        }
    }
}
