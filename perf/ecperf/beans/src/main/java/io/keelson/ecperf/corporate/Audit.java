package io.keelson.ecperf.corporate;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Looks whether the data is consistent. It reads by JDBC and sums up by other ways than the beans, which change figures one by one.
 * It is right while nothing is under way.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRED)
public class Audit {
    /** Counts of rows that break a rule: all are 0 where the data is consistent. */
    private static final Map<String, String> RULES = rules();

    private static final Map<String, String> FIGURES = figures();

    @Resource
    private DataSource database;

    private static Map<String, String> rules() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put(
                "wrong-balances",
                "select count(*) from c_customer c where c.balance <> c.opening_balance"
                        + " + coalesce((select sum(o.total) from o_order o where o.customer = c.id and o.status = 1), 0)");
        rules.put(
                "wrong-orders",
                "select count(*) from o_order o where o.line_count <>"
                        + " (select count(*) from o_orderline l where l.order_id = o.id) or o.gross <>"
                        + " (select coalesce(sum(l.amount), 0) from o_orderline l where l.order_id = o.id)"
                        + " or o.total <> o.gross - floor(o.gross * o.discount_percent / 100)");
        rules.put(
                "wrong-amounts",
                "select count(*) from o_orderline l join c_part p on p.id = l.part where l.id % 100 <> 1"
                        + " and l.amount <> p.price * l.quantity");
        rules.put(
                "lines-without-order",
                "select count(*) from o_orderline l where not exists (select 1 from o_order o where o.id = l.order_id)");
        rules.put(
                "orders-without-customer",
                "select count(*) from o_order o where not exists (select 1 from c_customer c where c.id = o.customer)");
        rules.put(
                "wrong-stock-of-assemblies",
                "select count(*) from m_stock s join c_part p on p.id = s.id and p.supplier = 0 where s.on_hand <>"
                        + " s.opening + coalesce((select sum(w.quantity) from m_workorder w where w.assembly = s.id"
                        + " and w.status = 4), 0)");
        rules.put(
                "wrong-stock-of-components",
                "select count(*) from m_stock s join c_part p on p.id = s.id and p.supplier > 0 where s.on_hand <>"
                        + " s.opening + coalesce((select sum(l.quantity - l.outstanding) from s_purchase_orderline l"
                        + " where l.part = s.id), 0) - coalesce((select sum(w.quantity * b.quantity) from m_bom b"
                        + " join m_workorder w on w.assembly = b.assembly where b.component = s.id), 0)");
        rules.put(
                "wrong-on-order",
                "select count(*) from m_stock s where s.on_order <> coalesce((select sum(l.outstanding)"
                        + " from s_purchase_orderline l where l.part = s.id), 0)");
        rules.put(
                "large-orders-without-line",
                "select count(*) from m_largeorder g where not exists"
                        + " (select 1 from o_orderline l where l.id = g.id and l.order_id = g.order_id"
                        + " and l.part = g.assembly and l.quantity = g.quantity)");
        rules.put(
                "large-orders-made-twice",
                "select count(*) from (select large_order from m_workorder where large_order > 0 group by large_order"
                        + " having count(*) > 1) twice");
        rules.put(
                "purchase-lines-without-order",
                "select count(*) from s_purchase_orderline l where not exists"
                        + " (select 1 from s_purchase_order p where p.id = l.purchase_order)");
        rules.put("orphan-deliveries", "select count(distinct purchase_order) from s_orphan");
        return rules;
    }

    private static Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("orders", "select count(*) from o_order where id >= 1000000");
        figures.put("work-orders", "select count(*) from m_workorder");
        figures.put("work-orders-completed", "select count(*) from m_workorder where status = 4");
        figures.put("large-orders", "select count(*) from m_largeorder");
        figures.put("purchase-orders", "select count(*) from s_purchase_order");
        figures.put("purchase-orders-not-sent", "select count(*) from s_purchase_order where sent = 0");
        figures.put("lines-not-delivered", "select count(*) from s_purchase_orderline where outstanding > 0");
        return figures;
    }

    /** Counts what breaks each rule. */
    public Map<String, Long> violations() {
        return counts(RULES);
    }

    /** Counts rows of some tables. */
    public Map<String, Long> counts() {
        return counts(FIGURES);
    }

    /** The keys of all purchase orders. */
    public List<Long> purchaseOrders() {
        List<Long> keys = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement("select id from s_purchase_order order by id");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        } catch (SQLException e) {
            throw new EJBException("the purchase orders cannot be read", e);
        }
        return keys;
    }

    private Map<String, Long> counts(Map<String, String> queries) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Map.Entry<String, String> query : queries.entrySet()) {
            try (Connection connection = database.getConnection();
                    PreparedStatement select = connection.prepareStatement(query.getValue());
                    ResultSet row = select.executeQuery()) {
                row.next();
                counts.put(query.getKey(), row.getLong(1));
            } catch (SQLException e) {
                throw new EJBException("the audit '" + query.getKey() + "' cannot be made", e);
            }
        }
        return counts;
    }
}
