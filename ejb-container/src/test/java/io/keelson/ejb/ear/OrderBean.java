package io.keelson.ejb.ear;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** A bean of an EJB module with an interface of a library. */
@Stateless
public class OrderBean implements Orders {
    @EJB
    private Stock stock;

    @Resource(lookup = "java:module/ModuleName")
    private String module;

    @Override
    public String order(String thing) {
        return thing + " from " + module + ", " + stock.left();
    }

    /** A bean of the same module. */
    @jakarta.ejb.Singleton
    public static class Stock {
        private int left = 10;

        public int left() {
            return left--;
        }
    }
}
