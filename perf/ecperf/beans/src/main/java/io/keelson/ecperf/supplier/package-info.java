/**
 * The supplier domain: purchase orders are made within the transaction of a work order, sent to suppliers as XML by HTTP, and
 * delivered later. Sending is at least once; a supplier takes an order of a known key once, and a line is delivered once.
 */
package io.keelson.ecperf.supplier;
