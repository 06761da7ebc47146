package shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import java.util.ArrayList;
import java.util.List;

/** The superclass of a client: its members come first. */
public class Base {
    public static final List<String> LINES = new ArrayList<>();

    @EJB
    private static Ledger ledger;

    @Resource
    private static String motto = "none";

    protected static Ledger ledger() {
        return ledger;
    }

    protected static String motto() {
        return motto;
    }

    @PostConstruct
    private static void before() {
        LINES.add("base begins with " + (ledger != null));
    }
}
