package io.keelson.ejb.bmp;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBMetaData;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Collection;
import javax.naming.InitialContext;

/** Uses entity beans, as a client in the application. */
@WebServlet("/bmp/*")
public class BmpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB(beanName = "Account")
    private transient AccountHome home;

    @EJB(beanName = "Account")
    private transient LocalAccountHome local;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(call(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getName());
        }
    }

    private static LocalAccountHome named(String name) throws Exception {
        return (LocalAccountHome) new InitialContext().lookup("java:comp/env/ejb/" + name);
    }

    private static UserTransaction transaction() throws Exception {
        return (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
    }

    /** Code that throws. */
    private interface Body {
        Object run() throws Exception;
    }

    private static String thrown(Body body) {
        try {
            return "nothing thrown: " + body.run();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    private static Object inTransaction(Body body) throws Exception {
        UserTransaction transaction = transaction();
        transaction.begin();
        try {
            return body.run();
        } finally {
            if (transaction.getStatus() == Status.STATUS_ACTIVE) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }

    private Object call(String what) throws Exception {
        Trace.take();
        switch (what) {
            case "create" -> {
                Account made = home.create("a", 5);
                return made.getPrimaryKey() + " " + made.balance() + " | " + Trace.take();
            }
            case "transaction" -> {
                return inTransaction(() -> {
                            LocalAccount found = local.findByPrimaryKey("a");
                            found.deposit(1);
                            return found.balance();
                        })
                        + " | " + Trace.take();
            }
            case "finder-sees-changes" -> {
                return inTransaction(() -> {
                    LocalAccount found = local.findByPrimaryKey("a");
                    found.deposit(1000);
                    int rich = local.findRicherThan(900).size();
                    found.deposit(-1000);
                    return rich + " " + local.findRicherThan(900).size();
                });
            }
            case "home-method-sees-changes" -> {
                return inTransaction(() -> {
                            int before = local.total();
                            int within = local.findByPrimaryKey("a").depositAndCount(7);
                            return within - before;
                        })
                        + "";
            }
            case "rolled-back" -> {
                transaction().begin();
                LocalAccount found = local.findByPrimaryKey("a");
                found.deposit(100);
                int within = found.balance();
                transaction().rollback();
                return within - found.balance();
            }
            case "order" -> {
                local.create("x", 1);
                local.create("y", 1);
                Trace.take();
                inTransaction(() -> {
                    LocalAccount x = local.findByPrimaryKey("x");
                    LocalAccount y = local.findByPrimaryKey("y");
                    y.deposit(1);
                    x.deposit(1);
                    y.deposit(1);
                    Trace.take();
                    return null;
                });
                String order = Trace.take();
                local.remove("x");
                local.remove("y");
                return order;
            }
            case "duplicate" -> {
                return home.create("a", 1);
            }
            case "create-fails" -> {
                return home.create("z", -1);
            }
            case "post-create-fails" -> {
                String failure = thrown(() -> inTransaction(() -> local.createLater("w")));
                local.remove("w"); // the bean has inserted, and not asked for a rollback
                return failure;
            }
            case "not-found" -> {
                return home.findByPrimaryKey("nobody");
            }
            case "several" -> {
                Collection<Account> found = home.findRicherThan(-1);
                return found.iterator().next().getPrimaryKey() + " " + found.size();
            }
            case "home-method" -> {
                return home.total() == local.total();
            }
            case "identical" -> {
                Account one = home.findByPrimaryKey("a");
                home.create("b", 1);
                Account other = home.findByPrimaryKey("b");
                String same = one.isIdentical(home.findByPrimaryKey("a")) + " " + one.isIdentical(other) + " "
                        + local.findByPrimaryKey("a").isIdentical(local.findByPrimaryKey("a"));
                home.remove("b");
                return same;
            }
            case "removed" -> {
                LocalAccount one = local.create("r", 3);
                Account remote = home.findByPrimaryKey("r");
                Trace.take();
                one.remove();
                String trace = Trace.take();
                return thrown(one::balance) + " " + thrown(remote::balance) + " " + trace;
            }
            case "removed-in-transaction" -> {
                return inTransaction(() -> {
                    LocalAccount one = local.create("r", 3);
                    one.remove();
                    String gone = thrown(one::balance);
                    int again = local.create("r", 4).balance();
                    local.remove("r");
                    return gone + " " + again;
                });
            }
            case "remove-by-handle" -> {
                Account one = home.create("h", 3);
                home.remove(one.getHandle());
                return thrown(() -> home.findByPrimaryKey("h")) + " "
                        + thrown(() -> {
                            home.remove(42);
                            return null;
                        });
            }
            case "handle" -> {
                Account one = home.findByPrimaryKey("a");
                return ((Account) one.getHandle().getEJBObject()).balance() == one.balance();
            }
            case "meta" -> {
                EJBMetaData data = home.getEJBMetaData();
                return data.getPrimaryKeyClass().getSimpleName() + " " + data.isSession() + " "
                        + data.getHomeInterfaceClass().getSimpleName();
            }
            case "failed" -> {
                int before = local.findByPrimaryKey("a").balance();
                String alone = thrown(() -> {
                    local.findByPrimaryKey("a").fail();
                    return null;
                });
                transaction().begin();
                String within = thrown(() -> {
                    local.findByPrimaryKey("a").fail();
                    return null;
                });
                boolean marked = transaction().getStatus() == Status.STATUS_MARKED_ROLLBACK;
                transaction().rollback();
                String remote = thrown(() -> {
                    home.findByPrimaryKey("a").fail();
                    return null;
                });
                return alone + " " + within + " " + marked + " " + remote + " "
                        + (local.findByPrimaryKey("a").balance() - before);
            }
            case "application-exception" -> {
                return thrown(() -> local.findByPrimaryKey("a").owner()) + " "
                        + thrown(() -> home.findByPrimaryKey("a").owner());
            }
            case "mandatory" -> {
                return thrown(() -> {
                            local.findByPrimaryKey("a").mandatory();
                            return null;
                        })
                        + " "
                        + thrown(() -> {
                            home.findByPrimaryKey("a").mandatory();
                            return null;
                        });
            }
            case "denied" -> {
                return thrown(() -> {
                    home.findByPrimaryKey("a").denied();
                    return null;
                });
            }
            case "loopback" -> {
                return thrown(() -> local.findByPrimaryKey("a").comeBack()) + " "
                        + thrown(() -> home.findByPrimaryKey("a").comeBack()) + " "
                        + (named("reentrant").findByPrimaryKey("a").comeBack()
                                == local.findByPrimaryKey("a").balance());
            }
            case "unmodified" -> {
                LocalAccount found = named("lazy").findByPrimaryKey("a");
                Trace.take();
                found.balance();
                String read = Trace.take();
                found.deposit(0);
                return read + " | " + Trace.take();
            }
            case "no-transaction" -> {
                LocalAccount found = named("loose").findByPrimaryKey("a");
                int before = found.balance();
                Trace.take();
                found.deposit(3);
                return Trace.take() + " " + (found.balance() - before);
            }
            case "pool" -> {
                // two instances at a time, one of which the free pool does not keep
                inTransaction(() -> {
                    LocalAccountHome small = named("small");
                    small.create("p1", 1);
                    small.create("p2", 1);
                    Trace.take();
                    return null;
                });
                String trace = Trace.take();
                local.remove("p1");
                local.remove("p2");
                return trace;
            }
            case "early-update" -> {
                return inTransaction(() -> {
                    LocalAccount found = named("eager").findByPrimaryKey("a");
                    Trace.take();
                    found.deposit(0);
                    return Trace.take();
                });
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
}
