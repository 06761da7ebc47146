package io.keelson.ejb.shop;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBLocalObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;

/** Uses entity beans with container-managed persistence; one call, one transaction of the client. */
@WebServlet("/shop/*")
public class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @EJB
    private transient CustomerHome customers;

    @EJB
    private transient OrderHome orders;

    @EJB
    private transient ProductHome products;

    @EJB
    private transient ProfileHome profiles;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        String call = request.getPathInfo().substring(1);
        try {
            if (call.startsWith("alone-")) {
                response.getWriter().print(alone(call));
                return;
            }
            UserTransaction transaction = (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
            transaction.begin();
            Object result;
            try {
                result = call(call);
            } catch (Exception e) {
                transaction.rollback();
                throw e;
            }
            if (transaction.getStatus() == Status.STATUS_ACTIVE) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
            response.getWriter().print(result);
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            response.getWriter().print(e.getClass().getSimpleName() + ": " + cause.getMessage());
        }
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

    private static String keys(Collection<? extends EJBLocalObject> found) {
        Set<String> keys = new TreeSet<>();
        found.forEach(each -> keys.add(each.getPrimaryKey().toString()));
        return keys.toString();
    }

    private Object alone(String call) throws Exception {
        return switch (call) {
            case "alone-get" -> {
                Customer c = customers.findByPrimaryKey("c1");
                yield c.getName() + " " + thrown(() -> c.getOrders().size());
            }
            case "alone-remove" -> {
                customers.remove("c3");
                yield Removed.take();
            }
            default -> throw new IllegalArgumentException(call);
        };
    }

    private Object call(String what) throws Exception {
        Removed.take();
        switch (what) {
            case "create" -> {
                Customer made = customers.create("c9", "Nine");
                made.setCredit(7);
                made.setSince(new Date(86400000L));
                return made.getPrimaryKey() + " " + made.getName() + " " + made.getCredit() + " "
                        + made.getOrders().size();
            }
            case "read" -> {
                Customer c = customers.findByPrimaryKey("c1");
                return c.getName() + " " + c.getCredit() + " " + c.getSince();
            }
            case "update" -> {
                customers.findByPrimaryKey("c1").setCredit(50);
                customers.findByPrimaryKey("c2").setCredit(60);
                customers.findByPrimaryKey("c1").setName("One");
                return "";
            }
            case "batch" -> {
                for (Customer each : customers.findRich(-1)) {
                    each.setCredit(each.getCredit() + 1);
                }
                return "";
            }
            case "list" -> {
                List<String> names = new ArrayList<>();
                for (Customer each : customers.findRich(-1)) {
                    names.add(each.getName());
                }
                return names;
            }
            case "read-only" -> {
                return customers.findByPrimaryKey("c1").getCredit();
            }
            case "same-value" -> {
                Customer c = customers.findByPrimaryKey("c1");
                c.setCredit(c.getCredit());
                return "";
            }
            case "duplicate" -> {
                return customers.create("c1", "again");
            }
            case "of-nobody" -> {
                Order made = orders.create(78, customers.findByPrimaryKey("c1"));
                made.setCustomer(null);
                Customer found = customers.findByOrder(78);
                made.remove();
                return String.valueOf(found);
            }
            case "not-found" -> {
                return customers.findByPrimaryKey("nobody");
            }
            case "no-row" -> {
                return customers.findByName("nobody");
            }
            case "several" -> {
                customers.findByPrimaryKey("c1").setName("Twin");
                customers.findByPrimaryKey("c2").setName("Twin");
                return customers.findByName("Twin");
            }
            case "key-changes" -> {
                return thrown(() -> {
                    customers.findByPrimaryKey("c1").rename("other");
                    return null;
                });
            }
            case "queries" -> {
                Order order = orders.findByPrimaryKey(1);
                return keys(customers.findRich(15))
                        + keys(customers.findWithoutOrders())
                        + keys(customers.findOwner(order))
                        + keys(customers.findBuyersOf("p1"))
                        + keys(customers.findLike("%e", 0, 1000))
                        + keys(orders.findOf("Anne"))
                        + keys(orders.findWith(products.findByPrimaryKey("p2")));
            }
            case "count-distinct" -> {
                long before = customers.profiles("nobody");
                customers.findByPrimaryKey("c2").setProfile(profiles.create("s", 2));
                customers.findByPrimaryKey("c3").setProfile(profiles.create("z", 1));
                return before + " " + customers.profiles("nobody") + " " + customers.profiles("c3");
            }
            case "select" -> {
                customers.findByPrimaryKey("c1").setCredit(100); // seen by the queries
                return customers.findByPrimaryKey("c2").names(20) + " " + customers.average() + " "
                        + customers.count("new");
            }
            case "ordered" -> {
                List<Object> found = new ArrayList<>();
                orders.findAll().forEach(each -> found.add(each.getPrimaryKey()));
                return found;
            }
            case "one-to-many" -> {
                Customer c1 = customers.findByPrimaryKey("c1");
                Customer c2 = customers.findByPrimaryKey("c2");
                Order first = c1.getOrders().iterator().next();
                Object same = c2.getOrders();
                boolean moved = c2.getOrders().add(first);
                boolean again = c2.getOrders().add(first);
                return moved + " " + again + " " + keys(c1.getOrders()) + keys(c2.getOrders()) + " "
                        + first.getCustomer().getPrimaryKey() + " "
                        + c2.getOrders().contains(first) + " "
                        + first.getCustomer().equals(c2) + " " + (same == c2.getOrders());
            }
            case "many-side" -> {
                Order order = orders.findByPrimaryKey(1);
                Customer c1 = order.getCustomer();
                int before = c1.getOrders().size();
                order.setCustomer(null);
                int after = c1.getOrders().size();
                order.setCustomer(customers.findByPrimaryKey("c3"));
                return before + " " + after + " "
                        + keys(customers.findByPrimaryKey("c3").getOrders());
            }
            case "assign" -> {
                Customer c1 = customers.findByPrimaryKey("c1");
                Customer c2 = customers.findByPrimaryKey("c2");
                c2.setOrders(c1.getOrders());
                return keys(c1.getOrders()) + keys(c2.getOrders()) + " "
                        + thrown(() -> {
                            c1.setOrders(null);
                            return null;
                        });
            }
            case "one-to-one" -> {
                Profile p = profiles.findByPrimaryKey(new ProfileKey("s", 1));
                Customer c1 = customers.findByPrimaryKey("c1");
                Customer c2 = customers.findByPrimaryKey("c2");
                String before = c1.getProfile().getPrimaryKey() + " " + c2.getProfile();
                c2.setProfile(p);
                return before + " " + c1.getProfile() + " " + c2.getProfile().getPrimaryKey() + " "
                        + p.getCustomer().getPrimaryKey();
            }
            case "many-to-many" -> {
                Order one = orders.findByPrimaryKey(1);
                Product p2 = products.findByPrimaryKey("p2");
                String before = keys(one.getProducts()) + keys(p2.getOrders());
                one.getProducts().add(p2);
                one.getProducts().remove(products.findByPrimaryKey("p1"));
                return before
                        + keys(one.getProducts())
                        + keys(p2.getOrders())
                        + keys(products.findByPrimaryKey("p1").getOrders())
                        + keys(orders.findWith(p2));
            }
            case "iterate" -> {
                Customer c1 = customers.findByPrimaryKey("c1");
                Iterator<Order> iterator = c1.getOrders().iterator();
                iterator.next();
                iterator.remove();
                boolean more = iterator.hasNext();
                c1.getOrders().clear();
                return more + " " + thrown(iterator::hasNext) + " "
                        + c1.getOrders().size();
            }
            case "wrong-type" -> {
                @SuppressWarnings({"unchecked", "rawtypes"})
                Collection<Object> raw =
                        (Collection) customers.findByPrimaryKey("c1").getOrders();
                return thrown(() -> raw.add(products.findByPrimaryKey("p1"))) + " " + thrown(() -> raw.add(null)) + " "
                        + thrown(() -> raw.add("text"));
            }
            case "cascade" -> {
                customers.findByPrimaryKey("c1").remove();
                return Removed.take();
            }
            case "remove" -> {
                products.findByPrimaryKey("p1").remove();
                return keys(orders.findByPrimaryKey(1).getProducts());
            }
            case "make-order" -> {
                Order made = orders.create(77, customers.findByPrimaryKey("c3"));
                made.setTotal(new BigDecimal("12.50"));
                made.getProducts().add(products.findByPrimaryKey("p1"));
                return keys(customers.findByPrimaryKey("c3").getOrders()) + keys(orders.findOf("Charlie"));
            }
            case "profile" -> {
                profiles.findByPrimaryKey(new ProfileKey("s", 1)).setText("better");
                return "";
            }
            case "conflict" -> {
                Profile p = profiles.findByPrimaryKey(new ProfileKey("s", 1));
                String text = p.getText();
                BOTH.await(30, TimeUnit.SECONDS);
                p.setText(text + "!");
                return "written";
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
}
