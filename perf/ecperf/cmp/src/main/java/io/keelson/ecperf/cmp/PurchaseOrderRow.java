package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.PurchaseOrder;
import jakarta.ejb.EJBLocalObject;

/** A row of s_purchase_order as other beans see it. */
public interface PurchaseOrderRow extends EJBLocalObject, PurchaseOrder {}
