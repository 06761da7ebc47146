package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.PurchaseLine;
import jakarta.ejb.EJBLocalObject;

/** A row of s_purchase_orderline as other beans see it. */
public interface PurchaseLineRow extends EJBLocalObject, PurchaseLine {}
